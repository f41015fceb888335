import { area } from '../area.ts'

/** What `/rules` answers. */
export const ruleCheckAnswer = area('rule_check_answers', {
  none: {
    en: 'No instruction file says how its rules are checked. Under a rule, indented: "check: npm run lint" or "forbid: console.log(".',
    zh: '没有说明文件写明如何检查其中的规则。可在规则下缩进写 "check: npm run lint" 或 "forbid: console.log("。',
  },
  rule: { en: '{rule} — {what} ({file}:{line:number})', zh: '{rule}——{what}（{file}:{line}）' },
  runs: { en: 'runs {command}', zh: '运行 {command}' },
  forbids: { en: 'forbids {text}', zh: '禁止 {text}' },
  counts: { en: '  held {held:number}, broken {broken:number}', zh: '  遵守 {held} 次，违反 {broken} 次' },
  broken: { en: '  {at}  {paths}: {found}', zh: '  {at}  {paths}：{found}' },
  denied: { en: '  not run: {why}', zh: '  未运行：{why}' },
})
