/** Coinbase Advanced Trade's public market data: products and candles, newest first, at most 350 at once. */
import { serveVendor, type VendorMarket, type VendorServer } from './server.ts';

const LIMIT_MAX = 350;
const BASE = '/api/v3/brokerage/market/products';

export function serveCoinbase(market: VendorMarket): Promise<VendorServer> {
  const idOf = (pair: string) => pair.replace('/', '-');
  return serveVendor(market, (url) => {
    const query = url.searchParams;
    if (url.pathname === BASE) {
      const products = query.get('product_type') === 'FUTURE' ? [] : [...market.candles.keys()].map(product);
      return { body: { products, num_products: products.length } };
    }
    if (url.pathname === '/v2/currencies') return { body: { data: [] } };
    if (url.pathname === '/v2/currencies/crypto') return { body: { data: [] } };
    if (url.pathname === '/v2/exchange-rates') return { body: { data: { currency: 'USD', rates: {} } } };
    const id = new RegExp(`^${BASE}/([^/]+)/candles$`).exec(url.pathname)?.[1];
    if (id === undefined) return null;
    const pair = [...market.candles.keys()].find((one) => idOf(one) === id);
    if (!pair) {
      const message = `invalid product_id`;
      return { status: 400, body: { error: 'INVALID_ARGUMENT', error_details: message, message } };
    }
    const from = Number(query.get('start')) * 1000;
    const to = Number(query.get('end')) * 1000;
    const rows = market.range(pair, from, to);
    if (rows.length > LIMIT_MAX) {
      const message = 'number of candles requested should be less than 350';
      return { status: 400, body: { error: 'INVALID_ARGUMENT', error_details: message, message } };
    }
    const candles = rows.reverse().map(({ startMs, open, high, low, close, volume }) => ({
      start: String(startMs / 1000),
      low: String(low),
      high: String(high),
      open: String(open),
      close: String(close),
      volume: String(volume),
    }));
    return { data: true, body: { candles } };
  });
}

function product(pair: string) {
  const [base, quote] = pair.split('/');
  return {
    product_id: `${base}-${quote}`,
    price: '67060',
    price_percentage_change_24h: '3.30054960636883',
    volume_24h: '10967.87426597',
    volume_percentage_change_24h: '141.73048325503036',
    base_increment: '0.00000001',
    quote_increment: '0.01',
    quote_min_size: '1',
    quote_max_size: '150000000',
    base_min_size: '0.00000001',
    base_max_size: '3400',
    base_name: base,
    quote_name: quote,
    watched: false,
    is_disabled: false,
    new: false,
    status: 'online',
    cancel_only: false,
    limit_only: false,
    post_only: false,
    trading_disabled: false,
    auction_mode: false,
    product_type: 'SPOT',
    quote_currency_id: quote,
    base_currency_id: base,
    fcm_trading_session_details: null,
    mid_market_price: '',
    alias: '',
    alias_to: [],
    base_display_symbol: base,
    quote_display_symbol: quote,
    view_only: false,
    price_increment: '0.01',
  };
}
