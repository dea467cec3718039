/** The direction between rooms: programs, cli -> api, ingest, compute -> sql -> lib; no circles. */
const only = (from, allowed) => ({
  name: `${from}-uses-only-${allowed.join('-') || 'itself'}`,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: '^(lib|sql|ingest|compute|api|cli|programs|demo|dev|console|test|bench)/',
    pathNot: `^(${[from, ...allowed].join('|')})/`,
  },
});

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    only('lib', []),
    only('sql', ['lib']),
    only('compute', ['sql', 'lib']),
    only('ingest', ['sql', 'lib']),
    only('api', ['compute', 'sql', 'lib']),
    only('demo', ['ingest', 'lib']),
    only('dev', ['sql', 'lib']),
    {
      name: 'statistics-are-rooms',
      comment: 'a statistic uses what lies beside the rooms, never another room',
      severity: 'error',
      from: { path: '^compute/statistics/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^compute/statistics/[^/]+/', pathNot: '^compute/statistics/$1/' },
    },
    {
      name: 'one-importer-of-the-store-client',
      severity: 'error',
      from: { pathNot: '^(sql|test|bench|dev)/' },
      to: { path: 'node_modules/(@clickhouse|chdb)' },
    },
    {
      name: 'one-importer-of-kafkajs',
      severity: 'error',
      from: { pathNot: '^(ingest/kafka/kafkajs|test)/' },
      to: { path: 'node_modules/kafkajs' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
};
