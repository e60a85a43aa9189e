/** Whether PostgreSQL can store a text: it can't store NUL and lone surrogates, so no value has them. */
export const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text);

/** A text as the database stores it. */
export const stored = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
