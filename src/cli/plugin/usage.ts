import { usageOf } from '../usage.ts'
export const PLUGIN = {
  name: 'plugin',
  usage: usageOf(
    `Usage: capstan plugin <command> [arguments]   install and manage plugins

  install <name[@marketplace]>     fetch a plugin and enable it (--config key=value: set its options;
                                   --marketplace <source>: add that marketplace first)
  uninstall <name>                 remove it (--keep-data keeps what it stored; --prune: and what only it needed)
  enable, disable <name>           load it or not, without removing it (disable --all: none)
  update [name]                    fetch the newest version of one or all
  list                             installed plugins (--available: all you could install)
  details <name>                   what a plugin brings and runs
  configure <name> [key=value …]   show or set the options of a plugin; "key=" removes a value
  prune                            remove plugins nothing needs and old versions (--dry-run)
  init <dir>                       create a plugin to start from
  tag [dir]                        tag the commit as <name>--v<version>
  validate <dir>                   check a plugin or a marketplace you are writing (--strict)
  test <dir>                       load it as a session does, start its servers and list their tools, and run
                                   its hooks with tests/hooks/<event>[.<name>].json (--config key=value)
  marketplace add <owner/name | address | path>   (--auto-update: check it daily for new versions;
                                   --sparse <directory …>: fetch only these of a repository)
  marketplace list | remove <name> | update [name]

  --scope <user|project|local>     the settings file to write (default: user)
  --json                           list, details, validate, marketplace list: as JSON
  -y, --yes                        agree to what is asked
  --accept-command                 agree to a command that fetches a plugin
  --allow-bin                      agree to programs on the PATH of commands

Exit code 1: it failed, or the plugin is not valid.`,
    `用法：capstan plugin <命令> [参数]   安装和管理插件

  install <名称[@市场]>            获取并启用插件（--config 键=值：设置其选项；
                                   --marketplace <来源>：先添加该市场）
  uninstall <名称>                 卸载（--keep-data 保留其数据；--prune：一并卸载只有它需要的插件）
  enable, disable <名称>           加载或不加载，不卸载（disable --all：全部停用）
  update [名称]                    更新一个或全部插件
  list                             已安装的插件（--available：所有可安装的插件）
  details <名称>                   插件带来什么、会运行什么
  configure <名称> [键=值 …]       查看或设置插件的选项；"键=" 删除该值
  prune                            删除不再需要的插件和旧版本（--dry-run）
  init <目录>                      创建一个插件模板
  tag [目录]                       为当前提交打上 <名称>--v<版本> 标签
  validate <目录>                  检查你正在编写的插件或市场（--strict）
  test <目录>                      像会话一样加载插件，启动其服务器并列出工具，再用
                                   tests/hooks/<事件>[.<名称>].json 运行其钩子（--config 键=值）
  marketplace add <owner/name | 地址 | 路径>   （--auto-update：每天检查新版本；
                                   --sparse <目录 …>：只获取仓库中的这些目录）
  marketplace list | remove <名称> | update [名称]

  --scope <user|project|local>     要写入的设置文件（默认：user）
  --json                           list、details、validate、marketplace list：以 JSON 输出
  -y, --yes                        同意所有询问
  --accept-command                 同意运行获取插件的命令
  --allow-bin                      同意把程序加入命令的 PATH

失败或插件无效时，退出码为 1。`,
  ),
  flags: {
    scope: { type: 'string', short: 's' },
    json: { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
    'accept-command': { type: 'boolean' },
    'allow-bin': { type: 'boolean' },
    'keep-data': { type: 'boolean' },
    available: { type: 'boolean' },
    strict: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    'auto-update': { type: 'boolean' },
    all: { type: 'boolean', short: 'a' },
    prune: { type: 'boolean' },
    sparse: { type: 'string', multiple: true },
    config: { type: 'string', multiple: true },
    marketplace: { type: 'string' },
  },
} as const
