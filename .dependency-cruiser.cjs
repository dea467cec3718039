/** The direction between packages: programs, cli -> operations -> api, ingest, compute -> sql, exchange -> lib; no cycles. */
const only = (from, allowed) => ({
  name: `${from}-uses-only-${allowed.join('-') || 'itself'}`,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: '^(lib|exchange|sql|ingest|compute|api|operations|cli|programs|demo|dev|console|clients|test|bench)/',
    pathNot: `^(${[from, ...allowed].join('|')})/`,
  },
});

/**
 * Inside compute/: market <- statistics <- evaluation <- materialize, answers, which meet only in the tables. Inside ingest/:
 * contract <- landing <- kafka, files, collectors and retention.
 */
const within = (room, from, allowed) => ({
  name: `${room}-${from}-uses-only-${allowed.join('-') || 'itself'}`,
  severity: 'error',
  from: { path: `^${room}/${from}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `^${room}/`, pathNot: `^${room}/(${[from, ...allowed].join('|')})/` },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    only('lib', []),
    only('exchange', ['lib']),
    only('sql', ['lib']),
    only('compute', ['sql', 'exchange', 'lib']),
    only('ingest', ['sql', 'exchange', 'lib']),
    only('api', ['compute', 'sql', 'exchange', 'lib']),
    only('operations', ['api', 'ingest', 'compute', 'demo', 'sql', 'exchange', 'lib']),
    only('demo', ['ingest', 'exchange', 'lib']),
    only('dev', ['sql', 'lib']),
    only('clients', []),
    within('compute', 'market', []),
    within('compute', 'statistics', ['market']),
    within('compute', 'evaluation', ['statistics', 'market']),
    within('compute', 'materialize', ['evaluation', 'statistics', 'market']),
    within('compute', 'answers', ['evaluation', 'statistics', 'market']),
    within('ingest', 'contract', []),
    within('ingest', 'landing', ['contract']),
    within('ingest', 'kafka', ['landing', 'contract']),
    within('ingest', 'files', ['landing', 'contract']),
    within('ingest', 'collectors', ['landing', 'contract']),
    within('ingest', 'retention', ['landing', 'contract']),
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
