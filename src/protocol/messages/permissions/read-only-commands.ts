import { area } from '../area.ts'

/** Why a simple command is not on the table of commands that only look. */
export const lookText = area('read_only_commands', {
  option_unknown: {
    en: "the option {option} isn't known to be read-only",
    zh: '选项 {option} 不在只读选项之列',
  },
  word_unknown: { en: '{word} is not known before it runs', zh: '运行前不知道 {word}' },
  path_unknown: { en: 'a path is not known before it runs', zh: '运行前不知道路径' },
  may_be_option: { en: '{word} might expand to an option', zh: '{word} 可能展开为选项' },
  may_be_file: { en: '{word} might expand to a file name', zh: '{word} 可能展开为文件名' },
  may_be_revision: {
    en: '{word} might expand to a revision: put it after --',
    zh: '{word} 可能展开为版本：请放在 -- 之后',
  },
  picks_secrets: {
    en: '{pattern} picks files that may hold secrets',
    zh: '{pattern} 可能选中含有密钥的文件',
  },
  sets_variable: { en: 'it sets a variable', zh: '它设置变量' },
  program_not_plain: {
    en: 'the name of the program is not plain',
    zh: '程序名含变量或替换，无法预先确定',
  },
  runs_command: { en: '{program} runs a command', zh: '{program} 会运行命令' },
  runs_program: { en: '{program} runs {other}', zh: '{program} 会运行 {other}' },
  in_branch: { en: '{program} in a branch or loop', zh: '{program} 在分支或循环中' },
  behind: { en: '{program} behind {wrapper}', zh: '通过 {wrapper} 运行的 {program}' },
  started_by_path: { en: '{program} is started by its path', zh: '{program} 按路径启动' },
  prints_unknown: {
    en: '{program} prints something that is not plain text',
    zh: '{program} 输出的不是普通文本',
  },
  printf_format: { en: 'the format of printf is not plain', zh: 'printf 的格式不是普通文本' },
  bracket_missing: { en: 'the closing bracket is missing', zh: '缺少右括号' },
  test_not_plain: { en: 'the test is not plain', zh: '[ ] 条件含变量，无法预先判断' },
  pushd_stays: { en: 'pushd stays there', zh: 'pushd 会停留在那里' },
  move_unknown: { en: '{program} does not say where it leads', zh: '{program} 没有说明去哪里' },
  move_not_inside: {
    en: '{program} does not name a directory inside',
    zh: '{program} 没有指定内部的目录',
  },
  move_out: {
    en: '{program} leads out of the directory it started in',
    zh: '{program} 离开了起始目录',
  },
  git_directory_unknown: { en: 'git in a directory that is not known', zh: 'git 在未知目录中运行' },
  git_subcommand: { en: 'git without a plain subcommand', zh: '无法预先确定 git 子命令' },
  names_not_files: {
    en: '{program} gets names that are not known to be files here',
    zh: '{program} 得到的名称不一定是此处的文件',
  },
  names_in_words: { en: '{program} puts names into other words', zh: '{program} 会把名称放进其他词中' },
  names_as_pattern: {
    en: '{program} puts names where a pattern belongs',
    zh: '{program} 会把名称放在模式的位置',
  },
  find_test: {
    en: 'find with {test} is more than a list of tests',
    zh: '带 {test} 的 find 不只是查找条件',
  },
  find_exec: {
    en: '{why}; {line} would only look',
    zh: '{why}；{line} 只会查看',
  },
  second_file_written: {
    en: 'the second file of {program} is written',
    zh: '{program} 的第二个文件会被写入',
  },
  sed_script: { en: 'the sed script may do more than print', zh: 'sed 脚本可能不只是输出' },
  awk_program: { en: 'the awk program may do more than print', zh: 'awk 程序可能不只是输出' },
  awk_variable: { en: '{word} sets a variable of awk itself', zh: '{word} 会设置 awk 自身的变量' },
  jq_filter: {
    en: 'the jq filter may read the environment or other files',
    zh: 'jq 过滤器可能读取环境变量或其他文件',
  },
  unzip_unpacks: { en: 'unzip without -l unpacks', zh: '不带 -l 的 unzip 会解压' },
  archive_pattern: { en: 'the name of the archive is a pattern', zh: '压缩包的名称是通配符' },
  tar_more: { en: 'tar without -t does more than list', zh: '不带 -t 的 tar 不只是列出内容' },
  tar_archive: { en: 'the archive of tar is not a plain file', zh: 'tar 的归档不是普通文件' },
  not_packed: {
    en: 'the operand does not end like a packed file',
    zh: '参数的后缀不是压缩文件',
  },
  options_file: {
    en: 'strings reads options from a file behind @',
    zh: 'strings 会从 @ 后的文件读取选项',
  },
  one_file: { en: '{program} takes one file', zh: '{program} 只接受一个文件' },
  gzip_packs: { en: 'gzip without -l packs', zh: '不带 -l 的 gzip 会压缩' },
  kubectl_nothing: { en: 'kubectl is not told what to show', zh: '没有指定 kubectl 显示什么' },
  kubectl_secrets: { en: 'the kind of object may hold secrets', zh: '这类对象可能含有密钥' },
  kubectl_version: { en: 'kubectl version asks the cluster', zh: 'kubectl version 会查询集群' },
  git_creates: {
    en: 'an operand without --list creates something',
    zh: '不带 --list 的参数会创建内容',
  },
  git_key: { en: 'only a harmless key may be looked up', zh: '只能查询无害的键' },
  slash_is_path: { en: 'a name with a slash is a path', zh: '带斜杠的名称是路径' },
  ps_environments: { en: 'ps may show environments', zh: 'ps 可能显示环境变量' },
  lsof_operand: {
    en: 'the operand of lsof is not a plain path or port',
    zh: 'lsof 的参数不是普通的路径或端口',
  },
  asks_name_server: {
    en: '{program} without -n asks the name server',
    zh: '不带 -n 的 {program} 会查询域名服务器',
  },
  getconf_name: { en: 'getconf takes one name here', zh: '此处 getconf 只接受一个名称' },
  ulimit_sets: { en: 'ulimit without -a may set a limit', zh: '不带 -a 的 ulimit 可能设置限制' },
  printenv_secrets: {
    en: 'printenv shows variables that may hold secrets',
    zh: 'printenv 会显示可能含有密钥的变量',
  },
  date_format: { en: 'date takes only a +format here', zh: '此处 date 只接受 +格式' },
  sleep_duration: { en: 'sleep takes only a duration', zh: 'sleep 只接受时长' },
})
