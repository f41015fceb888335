import { between, filledText, flag, listOf } from '../check.ts'
import type { DescribedRow } from './row.ts'

export const remoteHostRows = [
  {
    key: 'remote.hosts',
    check: listOf(filledText),
    doc: {
      en: 'Machines that agents may work on: `ssh://build1`, `docker://name`, `ssh://*`; each is asked about',
      zh: '智能体可以工作的机器：`ssh://build1`、`docker://name`、`ssh://*`；每台都会询问',
    },
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'remote.keepProgram',
    check: flag,
    doc: {
      en: 'Leave the agent program on the other machine, by its checksum',
      zh: '把代理程序（按校验和）留在另一台机器上',
    },
    default: false,
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'remote.lingerMinutes',
    check: between(1, 1_440),
    doc: {
      en: 'How long commands on another machine go on without a connection, in minutes',
      zh: '连接中断后，另一台机器上的命令继续运行的时间（分钟）',
    },
    default: 15,
    project: 'never',
    counts: 'next start',
  },
] as const satisfies readonly DescribedRow[]
