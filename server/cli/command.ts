/** One command of the command line. */
export type Command = {
  /** Usage without the program's name: `merchant create --email E`. */
  usage: string;
  /** One line for `help`. */
  summary: string;
  /** What `<command> --help` adds: the options, one per line. */
  details?: string;
  /** Receives the arguments after the command's name. Errors become one line on stderr. */
  run(args: string[]): Promise<void>;
};
