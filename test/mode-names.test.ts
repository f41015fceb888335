import { expect, test } from 'vitest'
import { loadWords } from '../src/frontends/tui/text/words.ts'
import { zh as page } from '../src/frontends/web/text/zh.ts'
import { inChinese } from '../src/protocol/messages/chinese.ts'
import { agentText } from '../src/protocol/messages/engine/agents.ts'
import { acpText } from '../src/protocol/messages/host/acp.ts'
import { modeName } from '../src/protocol/messages/permissions/permissions.ts'
import { PERMISSION_MODES, type PermissionMode } from '../src/protocol/permission.ts'

const NAMES: Readonly<Record<PermissionMode, string>> = {
  default: '先询问',
  acceptEdits: '自动接受编辑',
  plan: '规划',
  auto: '自动',
  dontAsk: '不询问',
  bypassPermissions: '不检查权限',
}

/** Where a mode stands alone, two short names say that they are modes. */
const alone = (mode: PermissionMode): string =>
  mode === 'plan' || mode === 'auto' ? `${NAMES[mode]}模式` : NAMES[mode]

const FOOTER = {
  default: 'modeDefault',
  acceptEdits: 'modeAcceptEdits',
  plan: 'modePlan',
  auto: 'modeAuto',
  dontAsk: 'modeDontAsk',
  bypassPermissions: 'modeBypass',
} as const

test.each(PERMISSION_MODES)('mode %s has one Chinese name everywhere', async mode => {
  const words = await loadWords('zh')
  expect({
    sentences: inChinese(modeName(mode)),
    agents: inChinese(agentText(`mode_${mode}`)),
    editors: inChinese(acpText(`mode_${mode}`)),
    footer: words.status[FOOTER[mode]],
    agentPanel: words.panels.agents.modes[mode],
    page: page.modes[mode],
  }).toEqual({
    sentences: NAMES[mode],
    agents: `${NAMES[mode]}模式`,
    editors: NAMES[mode],
    footer: alone(mode),
    agentPanel: alone(mode),
    page: alone(mode),
  })
})

test('a choice that changes the mode names it', async () => {
  const { dialogs } = await loadWords('zh')
  for (const words of [dialogs, page]) {
    expect(words.alwaysMode('plan')).toBe('是，并切换到规划模式')
    expect(words.planBack('bypassPermissions')).toBe('是，回到不检查权限模式')
  }
})
