package io.github.hivemqtdengine.loadtest.stack.broker;

import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.stack.process.ChildJvm;
import io.github.hivemqtdengine.loadtest.stack.process.Guardian;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** HiveMQ Community Edition, or the control server, in a JVM of its own. */
public final class BrokerJvm implements AutoCloseable {

    private static final List<String> ARGUMENTS = List.of(
            "-Xmx2g",
            "-Dfile.encoding=UTF-8",
            "-Dlogback.configurationFile=loadtest-logback.xml",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");

    private final ChildJvm jvm;

    private BrokerJvm(ChildJvm jvm) {
        this.jvm = jvm;
    }

    /**
     * Starts a broker and waits until it accepts clients.
     *
     * @param folder folder of all its files, including its extensions folder
     * @param jvmArguments additional JVM arguments, which override the defaults
     */
    public static BrokerJvm start(Guardian guardian, Mode mode, Path folder, List<String> jvmArguments)
            throws IOException {
        Files.createDirectories(folder);
        var arguments = new ArrayList<>(ARGUMENTS);
        arguments.addAll(jvmArguments);
        var log = folder.resolve("broker.log");
        var child = List.of(folder.toString(), mode.name());
        return new BrokerJvm(ChildJvm.start(guardian, main(mode), arguments, child, log));
    }

    private static Class<?> main(Mode mode) {
        return mode == Mode.CONTROL ? ControlMain.class : BrokerMain.class;
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(jvm.answer()));
    }

    OptionalLong heapBytes() throws IOException, InterruptedException {
        return jvm.heapBytes();
    }

    ProcessHandle process() {
        return jvm.handle();
    }

    @Override
    public void close() throws IOException {
        jvm.close();
    }
}
