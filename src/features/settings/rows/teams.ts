import { TEAMMATE_MODES } from '../../../protocol/agents/teammate.ts'
import { settingsText } from '../../../protocol/messages/host/settings.ts'
import { type Check, checkOf, complain, filledText, flag, oneOf } from '../check.ts'
import type { DescribedRow } from './row.ts'

/** One address, or several of a cluster. Who comes in is said in the environment, not in a file. */
const natsAddress: Check<string> = checkOf({ type: 'string', pattern: '\\S' }, (value, place) => {
  const checked = filledText(value, place)
  if (checked === undefined) return undefined
  return checked.split(',').every(isNatsAddress) ? checked : complain(place, settingsText('nats_addresses'))
})

const isNatsAddress = (text: string): boolean => {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  return (
    /^(nats|tls):$/.test(url?.protocol ?? '') &&
    url?.hostname !== '' &&
    url?.username === '' &&
    url.password === ''
  )
}

export const teamRows = [
  {
    key: 'teams.enabled',
    check: flag,
    doc: {
      en: 'Agents can work as teams that share a task list and write to each other',
      zh: '允许智能体组成团队',
    },
    default: false,
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'teammateMode',
    check: oneOf(TEAMMATE_MODES),
    doc: {
      en: 'Where team members run: `in-process`, `process`, `tmux` panes, or `auto` (panes when you work in tmux)',
      zh: '团队成员的运行位置',
    },
    default: 'in-process',
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'teams.planApproval',
    check: oneOf(['person', 'leader']),
    doc: {
      en: 'Who approves the plan of a team member: you, or the model that leads it; without a person (`-p`) the leader',
      zh: '由谁批准团队成员的计划',
    },
    default: 'person',
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'teams.backend',
    check: oneOf(['files', 'nats']),
    doc: {
      en: 'Where teams and shared task lists are kept: `files` on this machine, or `nats` for several machines',
      zh: '团队与共享任务列表的存放方式',
    },
    default: 'files',
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'isolatePeerMachines',
    check: flag,
    doc: {
      en: 'Ask before a message to a member that may be on another machine (`nats`), in every permission mode',
      zh: '向可能位于其他机器（nats）的成员发消息前询问，任何权限模式下均如此',
    },
    default: false,
    project: 'tighter',
    stricter: true,
    counts: 'next start',
  },
  {
    key: 'teams.url',
    check: natsAddress,
    doc: {
      en: 'NATS server for teams: `nats://host:4222` or `tls://host:4222`; credentials come from the environment',
      zh: '团队使用的 NATS 服务器',
    },
    project: 'never',
    counts: 'next start',
  },
] as const satisfies readonly DescribedRow[]
