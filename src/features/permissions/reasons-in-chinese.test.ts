import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { Access } from '../../protocol/access.ts'
import { inChinese } from '../../protocol/messages/chinese.ts'
import { runByText } from '../../protocol/messages/permissions/run-by.ts'
import type { Behavior, PermissionMode, Policy, Rule } from '../../protocol/permission.ts'
import { createPermissions } from './permissions.ts'
import { describeRequest } from './request/describe-request.ts'
import { ruleWarnings } from './rules/rule-warnings.ts'

await using tmp = tmpDir()
const cwd = tmp.path
const rule = (behavior: Behavior, text: string): Rule => ({ text, behavior, source: 'project', anchor: cwd })
const policyOf = (mode: PermissionMode, ...rules: readonly Rule[]): Policy => ({
  mode,
  rules,
  roots: [cwd],
  cwd,
  home: '/nowhere',
  caseSensitive: true,
  runs: () => [{ command: './fmt.sh', by: runByText('hook', { event: 'PostToolUse' }) }],
})
const permissions = createPermissions()
const shell = (command: string): Access => ({ kind: 'shell', command })

test.each<[Access, Policy, string]>([
  [
    shell('npm test'),
    policyOf('default'),
    '"npm test" 可能会做修改，且不在允许列表中（npm test 不在只读命令之列）',
  ],
  [
    shell('npm test'),
    policyOf('dontAsk'),
    '"npm test" 可能会做修改，且不在允许列表中（npm test 不在只读命令之列）（不询问模式下不会询问你）',
  ],
  [
    shell('rm x'),
    policyOf('default', rule('deny', 'Bash(rm:*)')),
    '"rm x" 符合拒绝规则 Bash(rm:*)（项目设置）',
  ],
  [shell('rm -rf /'), policyOf('default'), '"rm -rf /"：它删除 /，可能超出预期'],
  [
    shell('echo x > ./fmt.sh'),
    policyOf('default'),
    `"echo x > ./fmt.sh"：${cwd}/fmt.sh 受保护：PostToolUse 钩子会运行它`,
  ],
  [
    shell('for x in *; do $x; done'),
    policyOf('default'),
    '无法预知 for x in *; do $x; done 的作用（循环变量）',
  ],
  [
    shell('sort -o a b'),
    policyOf('default'),
    '"sort -o a b" 可能会做修改，且不在允许列表中（选项 -o 不在只读选项之列）',
  ],
  [{ kind: 'write', path: 'a.txt' }, policyOf('plan'), '规划模式不允许修改文件'],
  [{ kind: 'write', path: 'a.txt' }, policyOf('acceptEdits'), '自动接受编辑模式允许在工作目录中修改文件'],
  [{ kind: 'read', path: '/etc/hosts' }, policyOf('default'), '/etc/hosts 在工作目录之外'],
])('%j is decided for a reason that is said in Chinese', async (access, policy, chinese) => {
  const { because } = await permissions.judge({ toolName: 'Tool', accesses: [access] }, policy)
  expect(inChinese(because.localized)).toBe(chinese)
  expect(because.text).toBe(because.localized.text)
})

test('a question says in Chinese why it is asked and which part made it ask, and why no rule is offered', async () => {
  const call = { toolName: 'Bash', accesses: [shell("ls; node -e 'x(1)'")] }
  const { decision, explanation, advice } = await permissions.explain(call, policyOf('default'))
  const details = describeRequest({ ...call, cwd, decision, explanation, fileFor: () => undefined })
  expect(inChinese(details.localized)).toBe(
    `"node -e 'x(1)'" 可能会做修改，且不在允许列表中（node 不在只读命令之列）。`,
  )
  expect(details.subject?.risky.map(({ localized }) => inChinese(localized))).toEqual([
    '不在允许列表中：node 不在只读命令之列',
  ])
  expect(decision.noRule && inChinese(decision.noRule)).toBe(
    'node 会运行交给它的任何内容，为它设规则等于全部允许',
  )
  expect(advice.map(inChinese)).toEqual([
    `没有适用于 "node -e 'x(1)'" 的规则：node 会运行交给它的任何内容，为它设规则等于全部允许。`,
  ])
})

test('rules that count for nothing are said in Chinese', () => {
  expect(ruleWarnings(policyOf('default', rule('allow', 'Bash(x'))).map(inChinese)).toEqual([
    '允许规则 Bash(x（项目设置）被忽略：缺少右括号。',
  ])
})
