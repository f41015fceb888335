import type { Behavior } from '../../permission.ts'
import { area } from '../area.ts'
import type { LocalizedText } from '../localized-text.ts'

/** Rules of settings and answers: their kinds, and why one does not count. */
export const ruleText = area('permission_rules', {
  allow: { en: 'allow', zh: '允许' },
  ask: { en: 'ask', zh: '询问' },
  deny: { en: 'deny', zh: '拒绝' },
  ignored: {
    en: 'The {behavior} rule {rule} ({source}) is ignored: {why}.',
    zh: '{behavior}规则 {rule}（{source}）被忽略：{why}。',
  },
  unclosed: { en: 'the closing parenthesis is missing', zh: '缺少右括号' },
  tool_name: { en: 'the tool name is not valid', zh: '工具名无效' },
  wildcard: {
    en: 'an allow rule takes a wildcard in the tool name only after mcp__server__',
    zh: '允许规则的工具名中只有 mcp__server__ 之后才能用通配符',
  },
  nothing_inside: { en: 'there is nothing between the parentheses', zh: '括号中没有内容' },
  line_break: {
    en: 'the specifier holds a line break or a NUL byte',
    zh: '括号中的内容含有换行或 NUL 字节',
  },
  too_long: { en: 'the pattern has more than {max:number} characters', zh: '模式超过 {max} 个字符' },
  path_tool: {
    en: 'paths are governed by Read(…) and Edit(…), not by {tool}(…)',
    zh: '路径由 Read(…) 和 Edit(…) 控制，而不是 {tool}(…)',
  },
  negated: { en: 'a negated pattern is no rule', zh: '取反的模式不能作为规则' },
  not_there: { en: 'There is no such {behavior} rule there.', zh: '那里没有这样的{behavior}规则。' },
  foreign: {
    en: "The rule is in {file}:{line}, which belongs to another program and can't be changed here. Remove it there.",
    zh: '规则在 {file}:{line} 中，属于其他程序，此处不能更改。请在那里删除。',
  },
  no_mode_by_answer: {
    en: "An answer can't switch to mode {mode}. Switch it yourself, or start with --permission-mode {flag}.",
    zh: '回答不能切换到{mode}模式。请自行切换，或用 --permission-mode {flag} 启动。',
  },
  managed_only: {
    en: 'The allow rule wasn\'t saved: only your administrator\'s rules apply on this machine ("allowManagedPermissionRulesOnly"). Only this call was allowed.',
    zh: '未保存允许规则：本机只使用管理员的规则（"allowManagedPermissionRulesOnly"）。只允许了这一次调用。',
  },
  no_directory: {
    en: "{path} wasn't added: there is no such directory.",
    zh: '未添加 {path}：没有这个目录。',
  },
  not_saved: {
    en: "The {behavior} rule {rule} wasn't saved: {why}.",
    zh: '{behavior}规则 {rule} 未保存：{why}。',
  },
})

export const behaviorName = (behavior: Behavior): LocalizedText => ruleText(behavior)
