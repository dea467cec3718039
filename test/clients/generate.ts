/**
 * Writes what the clients know of the service from the service's own description: `npm run clients:generate`, after
 * endpoints, parameters or fields changed. A test holds the files against it.
 */
import { writeFileSync } from 'node:fs';
import { projectFile } from '../../lib/paths.ts';
import { generatedFiles } from './generated.ts';

for (const [path, text] of await generatedFiles()) writeFileSync(projectFile(path), text);
