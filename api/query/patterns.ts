/** Shapes of texts in queries, for the description of the API. */
export const SYMBOL_PATTERN = '^[A-Za-z0-9][A-Za-z0-9.\\-_:/]{0,31}$';
export const DATE_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';
