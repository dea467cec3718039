import { open, rm } from 'node:fs/promises';

/** Writes a new file. It is removed if it cannot be written to its end; one that was there before is an error, and stays. */
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
