/** The direction between packages: programs, cli -> api, ingest, compute -> sql -> lib; no cycles. */
const only = (from, allowed) => ({
  name: `${from}-uses-only-${allowed.join('-') || 'itself'}`,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: '^(lib|sql|ingest|compute|api|cli|programs|demo|dev|console|clients|test|bench)/',
    pathNot: `^(${[from, ...allowed].join('|')})/`,
  },
});

/** Inside compute/: market <- statistics <- engine <- materialize, answers, which meet only in the tables. */
const within = (from, allowed) => ({
  name: `compute-${from}-uses-only-${allowed.join('-') || 'itself'}`,
  severity: 'error',
  from: { path: `^compute/${from}/`, pathNot: '\\.test\\.ts$' },
  to: { path: '^compute/', pathNot: `^compute/(${[from, ...allowed].join('|')})/` },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
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
    only('clients', []),
    within('market', []),
    within('statistics', ['market']),
    within('engine', ['statistics', 'market']),
    within('materialize', ['engine', 'statistics', 'market']),
    within('answers', ['engine', 'statistics', 'market']),
    {
      name: 'api-uses-answers',
      comment: 'the API knows nothing of how records get into the store',
      severity: 'error',
      from: { path: '^api/', pathNot: '(\\.test\\.ts$|^api/test/)' },
      to: { path: '^compute/materialize/' },
    },
    {
      name: 'pure-compute-knows-no-store',
      severity: 'error',
      from: { path: '^compute/(market|statistics)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^sql/' },
    },
    {
      name: 'statistics-are-separate',
      comment: 'a statistic uses what is beside the folders of statistics, never another statistic',
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
      from: { pathNot: '^(ingest/kafka/kafkajs|test|bench/peers)/' },
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
