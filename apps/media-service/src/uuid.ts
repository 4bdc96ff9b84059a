const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text can be compared with a `uuid` column: anything else is an error of Postgres, not an empty result. */
export const isUuid = (text: string): boolean => UUID.test(text);
