import { area } from '../area.ts'

/** Why a command line is more than a look, and what in it cannot be told in advance. */
export const shellText = area('permissions_shell', {
  of_command: { en: '"{command}": {why}', zh: '"{command}"：{why}' },
  unparsed: { en: "Can't parse this as bash: {error}", zh: '无法按 bash 解析：{error}' },
  opaque: { en: "Can't tell in advance what {text} does ({why})", zh: '无法预知 {text} 的作用（{why}）' },
  function: { en: 'function', zh: '函数' },
  coprocess: { en: 'coprocess', zh: '协进程' },
  arithmetic: { en: 'arithmetic', zh: '算术运算' },
  loop_variable: { en: 'loop variable', zh: '循环变量' },
  expansion: { en: 'expansion', zh: '变量展开' },
  subscript: { en: 'subscript', zh: '数组下标' },
  descriptor_variable: { en: 'descriptor variable', zh: '描述符变量' },
  hidden_character: { en: 'hidden character', zh: '不可见字符' },
  too_long: { en: 'The command is longer than {max:number} characters', zh: '命令超过 {max} 个字符' },
  too_many_words: {
    en: 'There are more than {max:number} words in the line: put it into a script to run it',
    zh: '这一行超过 {max} 个词：请写成脚本再运行',
  },
  too_many_commands: {
    en: 'There are more than {max:number} different commands in the line: put it into a script to run it',
    zh: '这一行超过 {max} 条不同的命令：请写成脚本再运行',
  },
  too_many_paths: {
    en: 'The command names more paths than can be compared with your rules',
    zh: '命令涉及的路径过多，无法与规则比较',
  },
  empty: { en: 'The command is empty', zh: '命令为空' },
  read_only: { en: 'Read-only command', zh: '只读命令' },
  write_needs_permission: { en: 'writing {path} needs its own permission', zh: '写入 {path} 需要单独的权限' },
  unknown_redirect: {
    en: 'the redirect {target} is not known before it runs',
    zh: '运行前不知道重定向 {target} 的目标',
  },
  writes_by_redirect: { en: 'it writes a file through a redirect', zh: '它通过重定向写文件' },
  redirects_after_cd: { en: 'it redirects after cd', zh: '它在 cd 之后重定向' },
  directory_with_links: {
    en: '{path} is a directory, and links in it would be followed',
    zh: '{path} 是目录，其中的链接会被跟随',
  },
  glob_secret: {
    en: '{pattern} might expand to a file with secrets',
    zh: '{pattern} 可能展开为含有密钥的文件',
  },
  glob_restricted: {
    en: '{pattern} might expand to a file that a rule restricts',
    zh: '{pattern} 可能展开为受规则限制的文件',
  },
  unlistable: { en: '{path} cannot be listed', zh: '无法列出 {path}' },
  glob_more: {
    en: '{pattern} stands for more than plain files: {why}',
    zh: '{pattern} 不只代表普通文件：{why}',
  },
  leads_elsewhere: { en: '{path} leads elsewhere behind a link', zh: '{path} 经链接指向别处' },
  needs_quotes: { en: '{name} needs quotes around the variable', zh: '{name} 中的变量需要加引号' },
  like_option: { en: '{name} could be read as an option', zh: '{name} 可能被当作选项' },
  like_assignment: { en: '{name} could be read as an assignment', zh: '{name} 可能被当作变量赋值' },
  lost_directory: { en: 'the directory it runs in is not known', zh: '不知道它在哪个目录运行' },
  may_read_restricted: {
    en: 'it could read files that a rule restricts',
    zh: '它可能读取受规则限制的文件',
  },
  git_may_show_restricted: {
    en: 'git could show files that a rule restricts: name the files, or ask for names and counts only',
    zh: 'git 可能显示受规则限制的文件：请指明文件，或只查询名称和数量',
  },
  git_elsewhere: {
    en: 'git runs in another directory, which may bring its own configuration',
    zh: 'git 在另一个目录运行，那里可能有自己的配置',
  },
  deletes_root: { en: 'it deletes more than a working directory', zh: '它删除的内容超出工作目录' },
  deletes_critical: {
    en: 'it deletes {path}, which may be more than intended',
    zh: '它删除 {path}，可能超出预期',
  },
  directory_too_large: { en: 'a directory is too large to check', zh: '目录过大，无法检查' },
  carried_unseen: {
    en: 'what it would put there cannot be looked through',
    zh: '无法检查它会写入的内容',
  },
  starts_unknown: {
    en: "what it starts isn't known before it runs, so it can't be checked against your rules",
    zh: '运行前不知道它启动什么，无法按规则检查',
  },
  word_unknown: {
    en: "a word isn't known before it runs, so it can't be checked against your rule {rule}",
    zh: '运行前不知道其中一个词，无法按规则 {rule} 检查',
  },
  files_uncheckable: {
    en: "the files it names can't be checked against your rules",
    zh: '无法按规则检查它涉及的文件',
  },
  backquotes: {
    en: '"{command}" stands in backquotes with a backslash: write $(…) instead',
    zh: '"{command}" 在反引号中且含有反斜杠：请改用 $(…)',
  },
  reshapes: {
    en: '"{command}" changes how the shell reads the rest of the line',
    zh: '"{command}" 会改变 shell 解析这一行其余部分的方式',
  },
  program_uncertain: { en: 'which program it starts is not certain', zh: '无法确定它会启动哪个程序' },
  sets_variables: {
    en: 'it sets variables that change what a program does',
    zh: '它设置的变量会改变程序的行为',
  },
  words_unknown: { en: 'its words are not known before it runs', zh: '它的参数在运行前无法得知' },
  xargs_adds: {
    en: 'xargs adds words to it that are not in the text',
    zh: 'xargs 会附加命令中没有的参数',
  },
  runs_anything: {
    en: '{program} runs whatever it is given, so a rule for it would allow anything',
    zh: '{program} 会运行交给它的任何内容，为它设规则等于全部允许',
  },
  secret_each_time: {
    en: '{path} may hold secrets, which is worth a question each time',
    zh: '{path} 可能含有密钥，每次都应询问',
  },
  git_options: {
    en: 'options before the subcommand change what git runs',
    zh: '子命令之前的选项会改变 git 运行的内容',
  },
  no_exact_rule: {
    en: 'no rule could be shown that covers just this',
    zh: '没有恰好只覆盖它的规则',
  },
  git_silent: {
    en: 'git does not say what the repository here makes it do',
    zh: '无法得知此处的仓库会让 git 做什么',
  },
  bare_repository: { en: 'the directory is a bare repository', zh: '该目录是裸仓库' },
  git_configuration: {
    en: "the repository's git configuration sets {key}",
    zh: '仓库的 git 配置设置了 {key}',
  },
  repository_unreadable: { en: 'the repository cannot be read', zh: '无法读取仓库' },
  repository_elsewhere: { en: 'the .git here leads elsewhere', zh: '此处的 .git 指向别处' },
  repository_unnamed: {
    en: 'the .git here leads to a repository that does not name this work tree',
    zh: '此处的 .git 指向的仓库没有登记这个工作树',
  },
  repository_odd_file: {
    en: '{name} of the repository is not a plain file',
    zh: '仓库的 {name} 不是普通文件',
  },
  repository_link: { en: '{name} of the repository is a link', zh: '仓库的 {name} 是链接' },
  repository_linked_objects: { en: 'the objects of the repository are links', zh: '仓库的对象是链接' },
  repository_borrows: { en: 'the repository takes objects from {name}', zh: '仓库从 {name} 取用对象' },
  nested_repositories: {
    en: 'the repository may hold other repositories',
    zh: '仓库中可能有其他仓库',
  },
  index_names_outside: {
    en: 'the index of the repository may name files outside of it',
    zh: '仓库的索引可能指向仓库之外的文件',
  },
  submodule_risk: { en: '{name}: {why}', zh: '{name}：{why}' },
  too_much_to_look_at: {
    en: 'too much of it would have to be looked at',
    zh: '需要查看的内容过多',
  },
  too_many_names: {
    en: 'there are more names than can be looked at: limit it to a directory, or use -type f -print0 and xargs -0',
    zh: '名称过多，无法逐一查看：请限定到一个目录，或使用 -type f -print0 和 xargs -0',
  },
  name_split: { en: 'the name {name} would be taken apart', zh: '名称 {name} 会被拆开' },
  name_like_option: { en: 'the name {name} looks like an option', zh: '名称 {name} 像一个选项' },
  link_followed: { en: 'the link {name} would be followed', zh: '链接 {name} 会被跟随' },
  link_followed_type: {
    en: 'the link {name} would be followed: leave links out with -type f',
    zh: '链接 {name} 会被跟随：请用 -type f 排除链接',
  },
  tracked_names_unknown: {
    en: 'the names that git keeps cannot be looked at',
    zh: '无法查看 git 记录的名称',
  },
  other_repository: {
    en: '{path} may belong to another repository, with a configuration of its own',
    zh: '{path} 可能属于另一个仓库，有自己的配置',
  },
})
