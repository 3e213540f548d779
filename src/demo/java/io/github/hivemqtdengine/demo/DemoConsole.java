// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

/** The console of the packaged extension, in this process and with classes of its own. It ends with the process. */
final class DemoConsole {

    private static final String MAIN = "io.github.hivemqtdengine.cli.Main";

    private DemoConsole() {}

    /**
     * Starts the console, which prints its address.
     *
     * @param extension the folder of the unpacked extension
     * @param configuration the file that it shows
     */
    static void start(Path extension, Path configuration) throws IOException {
        System.setProperty("hivemq-tdengine.home", extension.toString());
        var main = main(extension);
        var thread = new Thread(() -> run(main, "console", "--config", configuration.toString()), "console");
        thread.setDaemon(true);
        thread.start();
    }

    private static Method main(Path extension) throws IOException {
        try (var files = Files.walk(extension)) { // the jar, and those of its script in bin/lib
            var jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .map(DemoConsole::url)
                    .toArray(URL[]::new);
            // open as long as the console
            return new URLClassLoader(jars, ClassLoader.getPlatformClassLoader())
                    .loadClass(MAIN)
                    .getMethod("main", String[].class);
        } catch (ReflectiveOperationException e) {
            throw new IOException("The extension's jar is not as expected", e);
        }
    }

    private static URL url(Path file) {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static void run(Method main, String... arguments) {
        try {
            main.invoke(null, (Object) arguments);
        } catch (IllegalAccessException | InvocationTargetException e) {
            System.err.println("The console does not start: " + e);
        }
    }
}
