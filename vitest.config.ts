import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { NATIVE_IMPORTS } from './test/support/native-imports.ts'

export default defineConfig({
  test: {
    ...NATIVE_IMPORTS,
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    exclude: ['test/long/**', 'test/clients/vscode/**', '**/node_modules/**'],
    globalSetup: [
      'test/support/private-tmp.ts',
      'test/support/translate-jsx.ts',
      'test/support/large-pages.ts',
    ],
    setupFiles: [
      'test/support/fixed-seed.ts',
      'test/support/file-times.ts',
      ...(process.env['CAPSTAN_TEST_PASSED'] ? ['test/support/skip-passed.ts'] : []),
    ],
    // What the program says is English here, whatever the person's own locale is.
    env: { NODE_ENV: 'production', LC_ALL: 'C.UTF-8' },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Only a failure ever takes so long: how soon something happens is the machine's affair.
    expect: { poll: { timeout: 30_000, interval: 10 } },
    // Two more than there are cores: tests wait for what they started, for a screen to rest, for words that come slowly.
    maxWorkers: Math.min(8, availableParallelism() + 2),
    sequence: { sequencer: LongestFirst },
  },
})
