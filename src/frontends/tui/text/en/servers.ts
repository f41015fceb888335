import type { ServerInfo } from '../../../../protocol/extensions/server.ts'
import type { ServerAction } from '../../../../protocol/op.ts'

const states: Readonly<Record<ServerInfo['state'], string>> = {
  connected: 'connected',
  ready: 'ready, starts when needed',
  failed: 'failed',
  'needs-auth': 'needs sign-in',
  pending: 'connecting…',
  disabled: 'disabled',
  unapproved: 'waiting for your approval',
}

const actions: Readonly<Record<ServerAction, string>> = {
  reconnect: 'Reconnect',
  enable: 'Enable',
  disable: 'Disable in this project',
  approve: 'Approve',
  decline: 'Decline',
  sign_in: 'Sign in',
  sign_out: 'Sign out',
}

export const serversEn = {
  title: 'MCP servers',
  hint: 'Enter details · Esc close',
  nothing: 'No MCP servers. Add one with "capstan mcp add".',
  states,
  actions,
  tools: (count: number) => (count === 1 ? '1 tool' : `${count} tools`),
  where: 'Runs',
  address: 'Address',
  file: 'Configured in',
  state: 'State',
  problem: 'Problem',
  toolList: 'Tools',
  prompts: 'Prompts',
  back: 'Back',
  backHint: 'Enter choose · Esc back',
  done: 'Done.',
  working: 'Working… a browser window may open.',
}
