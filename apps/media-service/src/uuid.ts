const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns whether a text can be compared with a `uuid` column. For any other text Postgres raises an error
 * instead of returning no rows.
 */
export const isUuid = (text: string): boolean => UUID.test(text);
