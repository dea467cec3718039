/**
 * Massive's flat files: one gzipped CSV a day with the bars of all stocks, by S3. Downloaded whole, read by the readers of
 * imports, and thinned to the collector's symbols. Published the day after.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsV4Signer } from 'aws4fetch';
import { z } from 'zod';
import { formatInterval } from '../../../exchange/symbol.ts';
import { getOrMake } from '../../../lib/collections.ts';
import type { Secret } from '../../../lib/config.ts';
import { isoDate } from '../../../lib/days.ts';
import { ImportError } from '../../files/errors.ts';
import { readOptions } from '../../files/options.ts';
import { fileEvents, recognizeFile } from '../../files/read-files.ts';
import type { Candle, CandlePage, CandleRequest, CandleSource, SourceContext } from '../contract.ts';
import { CollectorError, VendorError } from '../errors.ts';
import { shaped, VendorHttp } from '../http.ts';
import { tradingDaysOf } from '../trading-days.ts';
import { number } from '../wire.ts';

export interface FlatFilesOptions {
  readonly intervalMin: number;
  readonly bucket: string;
  readonly requestsPerMinute: number;
  readonly url: string | undefined;
}

const FILES_URL = 'https://files.massive.com';
const FOLDERS: Readonly<Record<number, string>> = { 1: 'minute_aggs_v1', 1440: 'day_aggs_v1' };
const REGION = 'us-east-1';
const SYMBOLS_MAX = 5_000;
const TIMEOUT_MS = 300_000;
/** A file that is not there so soon after its day is still to come. */
const PUBLISHED_WITHIN_DAYS = 4;
const NOT_YET_MS = 30 * 60_000;

const row = z.object({
  symbol: z.string(),
  ts: z.union([number, z.string()]),
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
});

export async function openFlatFiles(options: FlatFilesOptions, context: SourceContext): Promise<CandleSource> {
  const folder = FOLDERS[options.intervalMin];
  if (!folder) throw new CollectorError('--interval: flat files hold bars of 1m and 1d');
  const keyId = context.credentials.required('MASSIVE_S3_ACCESS_KEY_ID', 'POLYGON_S3_ACCESS_KEY_ID');
  const secret = context.credentials.required('MASSIVE_S3_SECRET_ACCESS_KEY', 'POLYGON_S3_SECRET_ACCESS_KEY');
  const http = new VendorHttp({
    vendor: 'massive',
    baseUrl: options.url ?? FILES_URL,
    requestsPerMinute: options.requestsPerMinute,
    headers: () => ({}),
    secrets: [keyId, secret],
    ...context,
    timeoutMs: TIMEOUT_MS,
  });
  return {
    label: 'massive',
    symbolsPerRequest: SYMBOLS_MAX,
    candlesPerRequest: 1,
    wholeDays: true,
    async *candles(request) {
      const days = tradingDaysOf('equity');
      for (let day = days.dayAt(request.fromMs); days.startMs(day) < request.toMs; day++) {
        if (!days.isOpen(day)) continue;
        const date = isoDate(day);
        const url = http.url(
          `/${options.bucket}/us_stocks_sip/${folder}/${date.slice(0, 4)}/${date.slice(5, 7)}/${date}.csv.gz`,
        );
        yield await dayOf({ http, url, keyId, secret, context, intervalMin: options.intervalMin, date }, request);
      }
    },
  };
}

interface DayFile {
  readonly http: VendorHttp;
  readonly url: URL;
  readonly keyId: Secret;
  readonly secret: Secret;
  readonly context: SourceContext;
  readonly intervalMin: number;
  readonly date: string;
}

async function dayOf(file: DayFile, { symbols, signal }: CandleRequest): Promise<CandlePage> {
  const vendorMs = file.context.clock.nowMs();
  const bytes = await download(file, signal);
  const folder = mkdtempSync(join(tmpdir(), 'market-stats-flat-'));
  try {
    const path = join(folder, `${file.date}.csv.gz`);
    writeFileSync(path, bytes);
    return { candles: await candlesIn(path, file, new Set(symbols), signal), vendorMs };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function download({ http, url, keyId, secret, context, date }: DayFile, signal: AbortSignal): Promise<Buffer> {
  const datetime = new Date(context.clock.nowMs()).toISOString().replace(/[:-]|\.\d{3}/g, '');
  const signer = new AwsV4Signer({
    ...{ url: url.href, accessKeyId: keyId.reveal(), secretAccessKey: secret.reveal() },
    ...{ service: 's3', region: REGION, datetime },
  });
  const signed = await signer.sign();
  try {
    const response = await http.send(url, signal, { headers: Object.fromEntries(signed.headers.entries()) });
    return await http.bytes(response, signal);
  } catch (error) {
    if (!(error instanceof VendorError) || error.fault !== 'refused' || !error.message.includes(' answers 404'))
      throw error;
    const ageDays = (context.clock.nowMs() - Date.parse(`${date}T00:00:00Z`)) / 86_400_000;
    if (ageDays < PUBLISHED_WITHIN_DAYS)
      throw new VendorError('away', `massive has not yet published the file of ${date}`, { retryAfterMs: NOT_YET_MS });
    throw new VendorError('refused', `massive has no file of ${date}: is it before your subscription begins?`, {
      cause: error,
    });
  }
}

async function candlesIn(
  path: string,
  { intervalMin, date }: DayFile,
  symbols: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Map<string, Candle[]>> {
  const candles = new Map<string, Candle[]>();
  const options = readOptions('bars', { assetClass: 'equity', interval: formatInterval(intervalMin) });
  try {
    const checked = await recognizeFile(path, options, []);
    for await (const events of fileEvents(checked, options, [])) {
      signal.throwIfAborted();
      for (const { key, value, position } of events) {
        if (!symbols.has(String(key))) continue;
        const { symbol, ts, ...rest } = shaped('massive', `${date} ${position}`, row, JSON.parse(String(value)));
        const startMs = typeof ts === 'number' ? ts : Date.parse(ts);
        const { open, high, low, close, volume } = rest;
        getOrMake(candles, symbol, (): Candle[] => []).push({ startMs, open, high, low, close, volume });
      }
    }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new VendorError('shape', `massive's file of ${date} cannot be read: ${error.message}`, { cause: error });
  }
  return candles;
}
