import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/long/**/*.test.ts'],
    testTimeout: 1_800_000,
    maxWorkers: 1,
  },
})
