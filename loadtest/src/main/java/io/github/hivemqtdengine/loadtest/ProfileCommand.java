// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.report.CpuProfile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints where the CPU time of a broker goes. */
@Command(
        name = "profile",
        description = "Prints where a broker's CPU time goes, from a flight recording of its JVM. To make one: "
                + "--broker-jvm=-XX:StartFlightRecording=filename=broker.jfr,settings=profile")
final class ProfileCommand implements Callable<Integer> {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this.")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Parameters(paramLabel = "RECORDING", description = "A file of JDK Flight Recorder.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path recording;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        var profile = profile();
        if (profile.samples() == 0) {
            throw new IOException(recording + " has no CPU samples: record with settings=profile, under load");
        }
        profile.tables().forEach(spec.commandLine().getOut()::println);
        return ExitCode.FINE;
    }

    private CpuProfile profile() throws IOException {
        try {
            return CpuProfile.read(recording);
        } catch (FileNotFoundException e) {
            throw new NoSuchFileException(recording.toString());
        } catch (IOException e) {
            throw new IOException(recording + " is not a recording of JDK Flight Recorder", e);
        }
    }
}
