import * as fc from 'fast-check';

/** Generates the same examples in every run, so that results are reproducible; `FAST_CHECK_SEED=N` changes them. */
fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 20_261_122) });
