import { open, rm } from 'node:fs/promises';

/** Writes a new file, and removes it if writing fails. An existing file is an error and stays as it is. */
export async function writeNewFile<T>(
  path: string,
  write: (append: (bytes: Uint8Array) => Promise<void>) => Promise<T>,
): Promise<T> {
  const file = await open(path, 'wx');
  try {
    return await write((bytes) => file.appendFile(bytes));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
