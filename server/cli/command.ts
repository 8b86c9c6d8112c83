/** One command of the command line. */
export type Command = {
  /** How to call it, without the program's name: `merchant create --email E`. */
  usage: string;
  /** One line for `help`. */
  summary: string;
  /** Gets the arguments behind the command's name. What it throws becomes one line on stderr. */
  run(args: string[]): Promise<void>;
};
