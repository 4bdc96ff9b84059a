const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns whether a text is a UUID. For other texts Postgres raises an error instead of returning no rows.
 */
export const isUuid = (text: string): boolean => UUID.test(text);
