import * as fc from 'fast-check';

/** Makes property tests deterministic; `FAST_CHECK_SEED=N` changes the examples. */
fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 20_261_122) });
