import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // The files at the end try a sample of their cases in every run and all of them here (test/support/sample-size.ts).
    include: [
      'test/long/**/*.test.ts',
      'test/scenarios/compaction-invariants.test.ts',
      'test/scenarios/hook-table.test.ts',
      'test/contracts/shared-work.test.ts',
      'test/contracts/team-files-faults.test.ts',
      'test/worktrees/killed.test.ts',
      'test/attacks/package-managers.test.ts',
      'src/frontends/tui/transcript/markdown/markdown-stream.test.ts',
      'src/features/permissions/variants.test.ts',
      'src/features/sessions/crash.test.ts',
      'src/features/tools/edit/random-edits.test.ts',
      'src/cli/permissions/check.test.ts',
      'src/lib/shell/lower.test.ts',
      'src/features/sessions/parse-entry.test.ts',
      'src/features/tools/hostile-input.test.ts',
      'src/features/settings/edit-jsonc.test.ts',
      'src/features/tools/read/hostile-files.test.ts',
      'src/features/tools/read/stream-lines.test.ts',
      'src/features/file-index/plain-ranking.test.ts',
      'src/frontends/tui/transcript/render-tool.test.ts',
      'src/lib/ignore-pattern.test.ts',
      'src/loop/invariants.test.ts',
      'src/frontends/tui/input/editor/layout.test.ts',
      'src/frontends/tui/terminal/screen.property.test.ts',
      'src/lib/process/process-tree.test.ts',
    ],
    globalSetup: ['test/support/private-tmp.ts'],
    setupFiles: ['test/support/fixed-seed.ts'],
    env: { CAPSTAN_TEST_FULL: '1' },
    testTimeout: 1_800_000,
    maxWorkers: 1,
  },
})
