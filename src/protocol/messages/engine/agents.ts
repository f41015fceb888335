import { area } from '../area.ts'

export const agentText = area('agents', {
  not_begun: { en: 'The session has not begun.', zh: '会话尚未开始。' },
  no_such: { en: 'There is no such agent.', zh: '没有这个智能体。' },
  none_started: {
    en: 'There is no agent {id}. None was started in this session.',
    zh: '没有名为 {id} 的智能体。本会话没有启动过智能体。',
  },
  none_of_that_name: {
    en: 'There is no agent {id}. Known: {known:list}.',
    zh: '没有名为 {id} 的智能体。现有：{known:list}。',
  },
  no_machines: {
    en: 'Working on other machines is off in this session.',
    zh: '本会话未启用在其他机器上工作。',
  },
  cannot_start: { en: 'This session cannot start agents.', zh: '本会话不能启动智能体。' },
  fleet_asks: { en: 'A machine of the fleet asks: {why}', zh: '机群中的机器询问：{why}' },
  no_fleet: { en: 'This session cannot use a fleet.', zh: '本会话不能使用机群。' },
  over_budget: { en: 'Budget limit reached: {reason}', zh: '已达到预算上限：{reason}' },
  money_used_up: {
    en: 'The agent was stopped: the {limit} it was given are used up.',
    zh: '智能体已停止：{limit} 额度已用完。',
  },
  tokens_used_up: {
    en: 'The agent was stopped: its {limit:number} tokens are used up.',
    zh: '智能体已停止：{limit} token 额度已用完。',
  },
  out_of_time: {
    en: 'The agent was stopped after {seconds:number} s, the time it was given.',
    zh: '智能体已在 {seconds} 秒后停止（时间上限）。',
  },
  stalled: {
    en: 'The agent was stopped: nothing came from its model for {minutes:number} min.',
    zh: '智能体已停止：它的模型 {minutes} 分钟没有返回内容。',
  },
  turn_limit: {
    en: {
      one: 'It reached its limit of {count:number} turn.',
      other: 'It reached its limit of {count:number} turns.',
    },
    zh: '已达到 {count} 轮的上限。',
  },
  was_stopped: { en: 'It was stopped before it was done.', zh: '它在完成前被停止。' },
  declined: {
    en: 'The user declined its last call and stopped it ({action}). Ask them before anyone tries that again.',
    zh: '用户拒绝了它的最后一次调用并停止了它（{action}）。再次尝试之前请先询问用户。',
  },
  ended_early: { en: 'It ended early ({kind}).', zh: '它提前结束（{kind}）。' },
  process_ended: { en: 'Its process ended ({how}).', zh: '它的进程已结束（{how}）。' },
  pane_closed: { en: 'Its pane was closed.', zh: '它的窗格已关闭。' },
  pane_closed_early: { en: 'Its pane was closed before it began.', zh: '它的窗格在开始前已关闭。' },
  lower_mode: {
    en: 'Agent {agent} wants permission mode {refused}, which allows more than yours. It runs in mode {mode}.',
    zh: '智能体 {agent} 要求{refused}，比你当前的权限更宽松；它以{mode}运行。',
  },
  model_problem: {
    en: 'Agent {agent} uses {model}: {problem}',
    zh: '智能体 {agent} 使用 {model}：{problem}',
  },
  no_skill: {
    en: "Agent {agent} wants the skill {skill}, which doesn't exist.",
    zh: '智能体 {agent} 需要的技能 {skill} 不存在。',
  },
  no_coordinator_here: {
    en: "Coordinator mode isn't available here: this session runs as the agent {agent}. Start one without --agent.",
    zh: '此处不能使用协调模式：本会话以智能体 {agent} 运行。请不带 --agent 启动会话。',
  },
  coordinator_busy: {
    en: 'Coordinator mode changes between turns. Wait, or stop with Esc.',
    zh: '协调模式只能在两轮之间切换。请等待，或按 Esc 停止。',
  },
  no_coordinator_fork: {
    en: "Coordinator mode can't be forked: a fork could only coordinate, too. Turn it off with /coordinator off first.",
    zh: '协调模式下不能派生：派生出的会话同样只能协调。请先用 /coordinator off 关闭。',
  },
  no_fork: {
    en: 'A fork cannot start forks. Do this part of the work yourself.',
    zh: '派生的会话不能再派生。请自行完成这部分工作。',
  },
  nothing_to_fork: {
    en: 'There is nothing to fork yet: the conversation has not begun.',
    zh: '还没有可派生的内容：对话尚未开始。',
  },
  no_fork_prefix: {
    en: 'This fork cannot go on: the conversation it began with was compacted away. Start a new one with what it needs.',
    zh: '该派生会话无法继续：它所基于的对话已被压缩。请带上所需内容重新派生。',
  },
  mode_default: { en: 'default', zh: '先询问模式' },
  mode_acceptEdits: { en: 'acceptEdits', zh: '自动接受编辑模式' },
  mode_plan: { en: 'plan', zh: '规划模式' },
  mode_auto: { en: 'auto', zh: '自动模式' },
  mode_bypassPermissions: { en: 'bypassPermissions', zh: '不检查权限模式' },
  mode_dontAsk: { en: 'dontAsk', zh: '不询问模式' },
})
