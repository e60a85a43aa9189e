export type Form = Record<string, unknown>;
export type Query = Record<string, string>;
export type Row = { id: number; [field: string]: unknown };

export const text = (value: unknown) => String(value ?? '');
export const stamp = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
export const missing = (form: Form, ...names: string[]) =>
  names.some((name) => text(form[name]).trim() === '');

export const page = <T>(rows: T[], { cpage }: Query) =>
  rows.slice(((Number(cpage) || 1) - 1) * 10).slice(0, 10);
export const paged = <T>(rows: T[], query: Query) => ({ list: page(rows, query), total: rows.length });
export const find = (rows: Row[], id: unknown) => rows.find((row) => text(row.id) === text(id));
