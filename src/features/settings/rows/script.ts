import type { ScriptSettings } from '../../../protocol/tools/script.ts'
import { between, flag, shapeOf } from '../check.ts'
import type { DescribedRow } from './row.ts'

export const scriptRows = [
  {
    key: 'script',
    check: shapeOf<ScriptSettings>({
      computeSeconds: between(1, 600),
      memoryMB: between(1, 512),
      maxCalls: between(1, 100_000),
      parallel: between(1, 64),
      outputMB: between(1, 100),
    }),
    doc: {
      en: 'What a script may use up: `computeSeconds` between calls, `memoryMB`, `maxCalls`, `parallel` calls, `outputMB`',
      zh: '脚本的用量上限：两次调用之间的计算秒数、内存、调用次数、并行数、输出',
    },
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'checkClaims',
    check: flag,
    doc: {
      en: 'Hold what the model says of its work (tests pass, it builds, done) against what was run and changed',
      zh: '将模型对工作的说法（测试通过、可以构建、已完成）与实际运行和改动的记录核对',
    },
    default: true,
    counts: 'next start',
  },
  {
    key: 'tryFirst',
    check: flag,
    doc: {
      en: 'Run a command that needs your approval on a copy of your files first, without a network: the question shows what it changes (Linux)',
      zh: '需要批准的命令先在文件副本中运行（无网络），询问时显示它的改动（Linux）',
    },
    default: false,
    project: 'never',
    counts: 'next start',
  },
] as const satisfies readonly DescribedRow[]
