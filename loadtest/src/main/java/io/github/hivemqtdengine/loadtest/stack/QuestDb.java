package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** QuestDB in a JVM of its own: the stand-in where no TDengine is. */
final class QuestDb implements Database {

    static final String USERNAME = "admin";
    static final String PASSWORD = "quest";

    private static final List<String> JVM = List.of(
            "-Xmx2g",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");

    private final ChildJvm jvm;

    private QuestDb(ChildJvm jvm) {
        this.jvm = jvm;
    }

    static QuestDb start(Path folder) throws IOException {
        Files.createDirectories(folder);
        var log = folder.resolve("questdb.log");
        return new QuestDb(ChildJvm.start(QuestDbMain.class, JVM, List.of(folder.toString()), log));
    }

    @Override
    public String title() {
        return "QuestDB (embedded, in a JVM of its own)";
    }

    @Override
    public String jdbcUrl() {
        return "jdbc:postgresql://127.0.0.1:" + jvm.answer() + "/" + name();
    }

    @Override
    public String username() {
        return USERNAME;
    }

    @Override
    public String password() {
        return PASSWORD;
    }

    @Override
    public String name() {
        return "qdb";
    }

    @Override
    public String qualified(String table) {
        return '"' + table + '"';
    }

    @Override
    public List<ProcessHandle> processes() {
        return List.of(jvm.handle());
    }

    @Override
    public void close() throws IOException {
        jvm.close();
    }
}
