export const PLUGIN = {
  name: 'plugin',
  usage: `Usage: capstan plugin <command> [arguments]   install and manage plugins

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
