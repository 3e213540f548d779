package io.github.hivemqtdengine;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.util.ArrayList;
import java.util.List;

/** The package table of docs/architecture.md, kept by the build. */
@AnalyzeClasses(packages = ArchitectureTest.BASE, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    static final String BASE = "io.github.hivemqtdengine";

    private static final List<String> ORDER = List.of(
            "message",
            "decode",
            "expression",
            "metrics",
            "route",
            "pipeline",
            "spool",
            "jdbc",
            "config",
            "extension",
            "cli");

    @ArchTest
    static final ArchRule PACKAGES_USE_ONLY_THOSE_ABOVE = CompositeArchRule.of(
            ORDER.stream().map(ArchitectureTest::usesOnlyThoseAbove).toList());

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching(BASE + ".(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule JDBC_STAYS_IN_JDBC = only(
            List.of("jdbc"),
            List.of("java.sql..", "javax.sql..", "com.zaxxer..", "com.taosdata..", "org.postgresql..", "io.netty.."),
            "a database is reached through the ports of pipeline; put what needs a driver into jdbc");

    @ArchTest
    static final ArchRule HIVEMQ_STAYS_IN_EXTENSION = only(
            List.of("extension"),
            List.of("com.hivemq.."),
            "only extension meets the broker; hand over values of message instead");

    @ArchTest
    static final ArchRule THE_COMMAND_LINE_NEEDS_NO_BROKER = noClasses()
            .that()
            .resideInAPackage(BASE + ".cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(BASE + ".extension..")
            .because("the broker's classes are not on the command line's class path; move what both need further up");

    @ArchTest
    static final ArchRule PICOCLI_STAYS_IN_CLI =
            only(List.of("cli"), List.of("picocli.."), "only the command line has arguments");

    @ArchTest
    static final ArchRule DROPWIZARD_STAYS_IN_METRICS = only(
            List.of("metrics", "extension"),
            List.of("com.codahale.."),
            "figures go through PipelineMetrics; only its adapter knows the library");

    @ArchTest
    static final ArchRule JACKSON_STAYS_WITH_PAYLOADS = only(
            List.of("decode", "spool", "jdbc"),
            List.of("com.fasterxml.."),
            "JSON is read by decode, written and read back by the dead letters, and jdbc keeps secrets out of the driver's; hand over"
                    + " decoded values");

    @ArchTest
    static final ArchRule CODECS_STAY_IN_DECODE = only(
            List.of("decode"),
            List.of("org.xerial.snappy..", "com.github.luben..", "org.apache.commons.codec.."),
            "PayloadCompression undoes what payloads were compressed by");

    @ArchTest
    static final ArchRule PROTOBUF_STAYS_IN_DECODE =
            only(List.of("decode"), List.of("com.google.protobuf.."), "hand over decoded values, or a ProtobufSchema");

    @ArchTest
    static final ArchRule XML_STAYS_IN_CONFIG = only(
            List.of("config"),
            List.of("javax.xml..", "org.w3c..", "org.xml.."),
            "settings travel as records, not as XML");

    @ArchTest
    static final ArchRule DECODE_AND_ROUTE_ARE_PURE = noClasses()
            .that()
            .resideInAnyPackage(packages(List.of("message", "decode", "expression", "route")))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.slf4j..", "java.nio.file..", "java.net..", "java.util.concurrent.locks..")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Thread.class)
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .because("a decoder and a route are functions: what they need comes in as an argument");

    @ArchTest
    static final ArchRule NOBODY_PRINTS = noClasses()
            .that()
            .resideOutsideOfPackage(BASE + ".cli..")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .because("the broker's log is where an operator looks; use slf4j at the rim");

    @ArchTest
    static final ArchRule THREADS_STAY_IN_PIPELINE = noClasses()
            .that()
            .resideOutsideOfPackage(BASE + ".pipeline..")
            .should()
            .callConstructorWhere(target(owner(assignableTo(Thread.class))))
            .because("pipeline owns the threads; implement a port that one of them calls, as the replay's source does");

    @ArchTest
    static final ArchRule LETTERS_HAVE_ONE_FORMAT = noClasses()
            .that()
            .resideInAPackage(BASE + ".spool..")
            .and()
            .haveNameNotMatching(".*\\.Letter[^.]*")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.fasterxml..")
            .because("LetterFields has the fields of a dead letter, for writing and for reading");

    private static ArchRule usesOnlyThoseAbove(String name) {
        var own = new ArrayList<>(ORDER.subList(0, ORDER.indexOf(name) + 1));
        return classes()
                .that()
                .resideInAPackage(BASE + "." + name + "..")
                .should()
                .onlyDependOnClassesThat(not(resideInAPackage(BASE + "..")).or(resideInAnyPackage(packages(own))))
                .because("packages stand in an order, so that each can be read without those below it");
    }

    private static ArchRule only(List<String> allowed, List<String> foreign, String because) {
        var others = ORDER.stream().filter(name -> !allowed.contains(name)).toList();
        return noClasses()
                .that()
                .resideInAnyPackage(packages(others))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(foreign.toArray(String[]::new))
                .because(because);
    }

    private static String[] packages(List<String> names) {
        return names.stream().map(name -> BASE + "." + name + "..").toArray(String[]::new);
    }
}
