package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A broker in a JVM of its own. */
public final class Broker implements AutoCloseable {

    private static final List<String> JVM = List.of(
            "-Xmx2g",
            "-Dfile.encoding=UTF-8",
            "-Dlogback.configurationFile=loadtest-logback.xml",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");

    private final BrokerMode mode;
    private final ChildJvm jvm;

    private Broker(BrokerMode mode, ChildJvm jvm) {
        this.mode = mode;
        this.jvm = jvm;
    }

    /**
     * Starts a broker and waits until it accepts clients.
     *
     * @param folder where everything of it is kept, its extensions folder included
     * @param jvmArguments further arguments of its JVM
     */
    static Broker start(BrokerMode mode, Path folder, List<String> jvmArguments) throws IOException {
        Files.createDirectories(folder);
        var arguments = new ArrayList<>(JVM);
        arguments.addAll(jvmArguments);
        var log = folder.resolve("broker.log");
        return new Broker(
                mode, ChildJvm.start(BrokerMain.class, arguments, List.of(folder.toString(), mode.name()), log));
    }

    public BrokerMode mode() {
        return mode;
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(jvm.answer()));
    }

    public ProcessHandle process() {
        return jvm.handle();
    }

    @Override
    public void close() throws IOException {
        jvm.close();
    }
}
