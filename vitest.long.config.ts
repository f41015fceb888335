import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/long/**/*.test.ts'],
    globalSetup: ['test/support/private-tmp.ts'],
    testTimeout: 1_800_000,
    maxWorkers: 1,
  },
})
