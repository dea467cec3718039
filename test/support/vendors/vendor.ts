/** A vendor as the contract suite sees it: how its collector is added, and what is particular to it. */
import type { VendorFault, VendorMarket, VendorServer } from './server.ts';

export interface Vendor {
  readonly name: string;
  readonly kind: string;
  /** Two symbols that it has and one that it has not, as it spells them. */
  readonly symbols: readonly [string, string];
  readonly unknown: string;
  /** Whether it says that it does not know a symbol, or has merely nothing of it. */
  readonly saysUnknown: boolean;
  /** False: it answers for days that are over alone. */
  readonly isLive?: boolean;
  readonly environment: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, unknown>>;
  serve(market: VendorMarket): Promise<VendorServer>;
  /** How it says that there were too many requests, and how long that lasts. */
  readonly limited: (nowMs: number) => { fault: VendorFault; waitMs: number };
  /** The answer with a field that has another name, and what the error has to name. */
  readonly changed: { readonly change: (body: string) => string; readonly names: RegExp };
}
