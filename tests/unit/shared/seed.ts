import * as fc from 'fast-check';

/** The same made-up examples in every run, so that it ends the same way; `FAST_CHECK_SEED=N` makes others. */
fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 20_261_122) });
