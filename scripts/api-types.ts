/** Writes the types of the API for the TypeScript client and the console: `npm run types:api`. The file is not in git. */
import { renameSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { openApi } from '../api/openapi.ts';
import { routesFor } from '../api/routes.ts';
import { loadStatistics } from '../compute/statistics/registry.ts';
import { projectFile } from '../lib/paths.ts';

const statistics = await loadStatistics();
const document = openApi(statistics, routesFor(statistics)) as unknown as OpenAPI3;
const types = astToString(await openapiTS(document, { emptyObjectsUnknown: true }));
const file = projectFile('clients', 'typescript', 'src', 'openapi.ts');
// A compiler that runs meanwhile reads the old file or the new one.
writeFileSync(`${file}.tmp`, types);
renameSync(`${file}.tmp`, file);
