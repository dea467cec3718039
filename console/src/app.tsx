/** Chooses the page of an address. */
import { useEffect } from 'preact/hooks';
import { useAccount } from './core/account.ts';
import { type Place, usePlace } from './core/router.ts';
import { titleOf } from './core/title.ts';
import { OperatorPage } from './pages/operator.tsx';
import { QueryPage } from './pages/query.tsx';
import { ScanPage } from './pages/scan.tsx';
import { SessionPage } from './pages/session.tsx';
import { StartPage } from './pages/start.tsx';
import { StatisticPage } from './pages/statistic.tsx';
import { TodayPage } from './pages/today.tsx';
import { UsagePage } from './pages/usage.tsx';
import { Shell } from './parts/shell.tsx';
import { Empty, Loading } from './parts/states.tsx';

export function App() {
  const place = usePlace();
  const { statistics, pending } = useAccount();
  useEffect(() => {
    document.title = titleOf(place, statistics);
  }, [place, statistics]);
  return <Shell place={place}>{pending && place.path !== '' ? <Loading lines={6} /> : <Page place={place} />}</Shell>;
}

function Page({ place: { path, query } }: { place: Place }) {
  const [, page = '', name = ''] = path.split('/');
  if (page === '') return <StartPage query={query} />;
  if (page === 'today') return <TodayPage query={query} />;
  if (page === 'operator') return <OperatorPage query={query} />;
  if (page === 'query') return <QueryPage query={query} />;
  if (page === 'scan') return <ScanPage query={query} />;
  if (page === 'session') return <SessionPage query={query} />;
  if (page === 'stat') return <StatisticPage name={name} query={query} />;
  if (page === 'usage') return <UsagePage />;
  return (
    <Empty>
      <h1>No such page</h1>
      <a href="/console/">Overview</a>
    </Empty>
  );
}
