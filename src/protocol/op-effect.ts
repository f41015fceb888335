import type { Op, ServerAction } from './op.ts'
import type { PermissionUpdate } from './permission.ts'

/**
 * How far an op reaches, judged by what it would do:
 * `conversation` nothing beyond what is said here; what the model then does is decided call by call;
 * `session` the mode, servers that are approved already, the worktree, or files as this session had them before;
 * `settings` files of the person's, or what later calls may do, run, reach or spend without a question;
 * `shell` a command nobody is asked about;
 * `bypass` from then on nobody is asked;
 * `answer` that of the question it answers;
 * `program` only the program around the engine has a say in it.
 */
export type OpEffect = 'conversation' | 'session' | 'settings' | 'shell' | 'bypass' | 'answer' | 'program'

type EffectRow<T extends Op['type']> = OpEffect | ((op: Extract<Op, { readonly type: T }>) => OpEffect)

const OP_EFFECTS: { readonly [T in Op['type']]: EffectRow<T> } = {
  // A slash command in it is judged by what the command does, a file it names by the rules.
  submit: 'conversation',
  command: 'conversation',
  interrupt: 'conversation',
  set_model: 'conversation',
  set_advisor: 'conversation',
  set_effort: 'conversation',
  set_thinking: 'conversation',
  set_thinking_budget: 'conversation',
  set_fast: 'conversation',
  set_coordinator: 'conversation',
  set_assistant: 'conversation',
  set_token_budget: 'conversation',
  take_back: 'conversation',
  aside: 'conversation',
  set_title: 'conversation',
  set_tag: 'conversation',
  clear: 'conversation',
  bring_back: 'conversation',
  snip: 'conversation',
  hear_news: 'conversation',
  stop_task: 'conversation',
  move_to_background: 'conversation',
  tell_agent: 'conversation',
  stop_agent: 'conversation',
  // Each of its steps is decided when it runs, a file it is read from by the rules.
  start_workflow: 'conversation',
  reload_skills: 'conversation',
  browser: 'session',
  set_mode: ({ mode }) => (mode === 'bypassPermissions' ? 'bypass' : 'session'),
  approve_plan: ({ mode }) => (mode === 'bypassPermissions' ? 'bypass' : 'session'),
  open_plan: 'session',
  switch_branch: ({ what }) => (what === 'conversation' ? 'conversation' : 'session'),
  revert_edit: 'session',
  enter_worktree: 'session',
  server: ({ action }) => SERVER_EFFECTS[action],
  allow_spending: 'settings',
  remember: 'settings',
  forget_memory: 'settings',
  write_setting: 'settings',
  apply_settings: 'settings',
  use_skill: 'settings',
  reload_plugins: 'settings',
  editor: 'settings',
  update_permissions: ({ updates }) => updatesEffect(updates),
  shell: 'shell',
  answer_permission: 'answer',
  answer_hook: 'program',
  begin: 'program',
  leave: 'program',
  signed_in: 'program',
  seed_read: 'program',
  set_servers: 'program',
  look_at_pull_requests: 'program',
}

const SERVER_EFFECTS: Readonly<Record<ServerAction, OpEffect>> = {
  reconnect: 'session',
  disable: 'session',
  decline: 'session',
  enable: 'settings',
  approve: 'settings',
  sign_in: 'settings',
  sign_out: 'settings',
}

/** An op nobody thought of reaches as far as any can. */
export const effectOf = (op: Op): OpEffect => {
  if (!Object.hasOwn(OP_EFFECTS, op.type)) return 'program'
  const row = OP_EFFECTS[op.type] as EffectRow<Op['type']>
  return typeof row === 'string' ? row : (row(op) ?? 'program')
}

export const updatesEffect = (updates: readonly PermissionUpdate[]): OpEffect => {
  if (updates.some(isBypass)) return 'bypass'
  return updates.some(loosens) ? 'settings' : 'session'
}

const isBypass = (update: PermissionUpdate): boolean =>
  update.type === 'setMode' && update.mode === 'bypassPermissions'

export const loosens = (update: PermissionUpdate): boolean => {
  switch (update.type) {
    case 'setMode':
      return update.destination !== 'session'
    case 'removeDirectories':
      return false
    case 'addRules':
      return update.behavior === 'allow'
    case 'removeRules':
      return update.behavior !== 'allow'
    default:
      return true
  }
}
