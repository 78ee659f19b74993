"""How BenchExec runs rmt on tasks of SV-COMP."""

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """Verdicts come from the exit code, the violated property from the last line of the report."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("rmt", subdir="bin")

    def name(self):
        return "rmt"

    def project_url(self):
        return ""

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="rmt")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check", *options]
        if rlimits.cputime:
            # Time for the verdict, the replay and the witness.
            command += ["--timeout", str(max(1, int(0.9 * rlimits.cputime)))]
        if rlimits.memory:
            command += ["--memory", str(rlimits.memory // 1_000_000)]
        if isinstance(task.options, dict) and task.options.get("data_model") == "ILP32":
            command.append("--m32")
        if task.property_file:
            command.append(task.property_file)
        return [*command, *task.input_files_or_identifier]

    def determine_result(self, run):
        if run.was_timeout:
            return result.RESULT_TIMEOUT if hasattr(result, "RESULT_TIMEOUT") else "TIMEOUT"
        last = next((line for line in reversed(list(run.output)) if ": " in line), "")
        code = run.exit_code.value
        if code == 0:
            # Safe up to a bound is no proof.
            return result.RESULT_UNKNOWN if "safe up to bound" in last else result.RESULT_TRUE_PROP
        if code == 10:
            # The property file is an argument; what is left behind violates one of two properties.
            cleanup = any(argument.endswith(".prp") and "memcleanup" in argument for argument in run.cmdline)
            return result.RESULT_FALSE_MEMCLEANUP if cleanup else self._violated(last)
        if code == 20:
            return result.RESULT_UNKNOWN
        return result.RESULT_ERROR

    @staticmethod
    def _violated(line):
        kinds = (
            ("memory is leaked", result.RESULT_FALSE_MEMTRACK),
            ("invalid free", result.RESULT_FALSE_FREE),
            ("invalid read", result.RESULT_FALSE_DEREF),
            ("invalid write", result.RESULT_FALSE_DEREF),
            ("signed integer overflow", result.RESULT_FALSE_OVERFLOW),
        )
        return next((verdict for words, verdict in kinds if words in line), result.RESULT_FALSE_REACH)

    def get_value_from_output(self, output, identifier):
        return None
