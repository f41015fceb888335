import fc from 'fast-check'

// The same cases on every run, so that a failure means a change; CAPSTAN_TEST_SEED=random goes looking for new ones.
const wanted = process.env['CAPSTAN_TEST_SEED'] ?? '20261115'
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) })
