import { area } from '../area.ts'

/** What is wrong with instruction files: what was not used, and why. */
export const instructionText = area('instructions', {
  excludes_unused: {
    en: 'The globs in "instructionExcludes" or "claudeMdExcludes" are not used: {why}.',
    zh: '未使用 "instructionExcludes" 或 "claudeMdExcludes" 中的模式：{why}。',
  },
  file_unusable: { en: '{path} {why}, so it is not used.', zh: '{path} {why}，因此未使用。' },
  unused: { en: '{path} is not used: {why}.', zh: '未使用 {path}：{why}。' },
  paths_unused: {
    en: '{path} is not used, because of its "paths": {why}.',
    zh: '未使用 {path}，因为其 "paths"：{why}。',
  },
  long: {
    en: '{path} is {length:number} characters long and is part of every request. Shorten it to {most:number} or less, for example with rules that have "paths".',
    zh: '{path} 有 {length} 个字符，每次请求都会带上。请缩短到 {most} 以内，例如改用带 "paths" 的规则。',
  },
  left_out: {
    en: '{path} ({length:number} characters) is left out: all instruction files together are too long.',
    zh: '略去 {path}（{length} 个字符）：说明文件总计过长。',
  },
  many_imports: {
    en: '{path} has more imports than are looked up ({most:number}).',
    zh: '{path} 中的引入过多，最多查找 {most} 个。',
  },
  not_imported: {
    en: '@{name} in {file} is not imported: {why}.',
    zh: '未引入 {file} 中的 @{name}：{why}。',
  },
  imports_too_deep: {
    en: 'imports are followed {most:number} files deep',
    zh: '最多引入 {most} 层文件',
  },
  no_further_imports: {
    en: '@{name} in {file} is not imported, nor is any further one: {most:number} imports are followed.',
    zh: '未引入 {file} 中的 @{name}，之后的也不会：最多引入 {most} 个文件。',
  },
  more_problems: {
    en: '{path} and others have more such problems.',
    zh: '{path} 等文件还有更多类似问题。',
  },
  many_rules: { en: '{path} holds more rules than are read.', zh: '{path} 中的规则过多，没有全部读取。' },
  file_fault: { en: '{path} {why}', zh: '{path} {why}' },
  missing: { en: '{path} does not exist', zh: '{path} 不存在' },
  after_too_much: {
    en: 'comes after too much text in other instruction files',
    zh: '之前的说明文件内容已经过多',
  },
  not_regular: { en: 'is not a regular file', zh: '不是普通文件' },
  replaced: { en: 'was replaced while it was read', zh: '在读取期间被替换' },
  large: { en: 'is larger than {most:number} MiB', zh: '超过 {most} MiB' },
  not_text: { en: 'is not text', zh: '不是文本' },
  unreadable: { en: 'cannot be read ({reason})', zh: '无法读取（{reason}）' },
  not_administrators: { en: 'it does not belong to the administrator', zh: '它不属于管理员' },
  leads_out: {
    en: 'it is a link that leads out of the project, to {path}',
    zh: '它是指向项目之外的链接（{path}）',
  },
  link_above: {
    en: 'it lies above the project and is a link, to {path}',
    zh: '它位于项目的上级目录，而且是链接（指向 {path}）',
  },
  others_above: {
    en: 'it lies above the project and belongs to another user',
    zh: '它位于项目的上级目录，而且属于其他用户',
  },
  untrusted: {
    en: 'it lies outside the folder, which is not trusted',
    zh: '它位于该文件夹之外，而该文件夹未受信任',
  },
  rule_would_allow: {
    en: '{why}. An allow rule Read(/{path}) would let it in',
    zh: '{why}。允许规则 Read(/{path}) 可放行',
  },
  long_frontmatter: {
    en: 'its frontmatter is longer than {most:number} characters',
    zh: '其 frontmatter 超过 {most} 个字符',
  },
  bad_paths: {
    en: 'its "paths" are neither a list of globs nor one line of them',
    zh: '其 "paths" 既不是模式列表，也不是一行模式',
  },
  long_pattern: { en: 'a pattern is longer than {most:number} characters', zh: '有模式超过 {most} 个字符' },
  many_braces: {
    en: 'the braces stand for more than {most:number} patterns',
    zh: '大括号展开后超过 {most} 个模式',
  },
  many_patterns: {
    en: 'all rules together have more than {most:number} patterns',
    zh: '所有规则合计超过 {most} 个模式',
  },
})
