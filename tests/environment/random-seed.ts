/** The seed of this run, which tests/run.ts prints; TEST_SEED repeats a run. Without it each file uses its own seed. */
export const randomSeed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
