/** Shapes of texts in queries, for the description of the API. */
export const SYMBOL_PATTERN = '^[A-Za-z0-9][A-Za-z0-9.\\-_:/]{0,31}$';
export const DATE_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';
export const TIME_PATTERN = '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$';
