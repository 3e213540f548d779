// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaParameterizedType;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.github.hivemqtdengine.memory.RecentMap;
import io.github.hivemqtdengine.route.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The package table of docs/architecture.md, kept by the build. */
@AnalyzeClasses(packages = ArchitectureTest.BASE, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    static final String BASE = "io.github.hivemqtdengine";

    private static final List<String> ORDER = List.of(
            "message",
            "memory",
            "time",
            "decode",
            "expression",
            "metrics",
            "route",
            "pipeline",
            "spool",
            "jdbc",
            "registry",
            "config",
            "status",
            "trace",
            "extension",
            "cli");

    private static final int MAX_TYPES = 30;

    // These three are today's figures and may only fall.
    private static final int MAX_ROUTE_METHODS = 11;
    private static final int MAX_WHO_KNOW_SPARKPLUG = 13;
    private static final int MAX_ON_THE_PATH = 0;

    /** Types of each inner package that packages outside of its parent may use. */
    private static final Map<String, Set<String>> EXPORTS = Map.ofEntries(
            inner("decode.document", "Document", "DocumentFormat", "Structure"),
            inner("decode.json", "JsonFormat", "JsonTree", "NdjsonFormat", "NonFinite"),
            inner("decode.cbor", "CborFormat", "MsgpackFormat"),
            inner("decode.avro", "AvroFormat", "AvroSchema"),
            inner("decode.protobuf", "ProtobufDescriptors", "ProtobufFormat", "RegisteredProtobufFormat"),
            inner("decode.layout", "BinaryField", "BinaryFormat", "CsvFormat"),
            inner(
                    "decode.sparkplug",
                    "Birth",
                    "EdgeNodes",
                    "NodeState",
                    "RebirthCommand",
                    "SequenceNumber",
                    "SparkplugFormat",
                    "SparkplugTopic"),
            inner("decode.line", "LineProtocolFormat"),
            inner("decode.namespace", "NamespaceFormat"),
            inner("decode.raw", "RawEncoding", "RawFormat"),
            inner("decode.compression", "PayloadCompression"),
            inner("route.topic", "TopicFilter"),
            inner("route.sparkplug", "SequenceNumbers", "SparkplugInput"),
            inner("route.stage", "RouteMemory"),
            inner(
                    "route.conversion",
                    "MappingEvents",
                    "MappingException",
                    "OnError",
                    "TimestampConversion",
                    "ValueErrors",
                    "ValueSettings"),
            inner("route.table", "Sampling", "SubtableName", "TableSettings", "TimestampSettings"),
            inner(
                    "pipeline.account",
                    "DeadLetter",
                    "DeadLetters",
                    "OutcomeListener",
                    "PendingAck",
                    "AckTimeouts",
                    "RejectedMessage"),
            inner("pipeline.queue", "IntakeSettings", "HighWaterMark", "LaneSettings", "MessageLog", "MessageLogs"),
            inner(
                    "pipeline.delivery",
                    "BatchSettings",
                    "BatchWriter",
                    "Database",
                    "FailureKind",
                    "RetrySettings",
                    "TimestampAllocator",
                    "WriteException"),
            inner("spool.disk", "PrivateFiles"),
            inner("spool.births", "BirthLimits", "Births"),
            inner("spool.log", "CommittedSegments", "SpoolSettings"),
            inner("spool.archive", "Archive", "ArchivedMessages", "ArchiveSettings"),
            inner("spool.deadletter", "DeadLetterFolder", "DeadLetterHeader", "DeadLetterReader", "DeadLetterSettings"),
            inner("spool.replay", "ReplayDraft", "ReplayFolder"),
            inner(
                    "jdbc.dialect",
                    "ConnectionSettings",
                    "DatabaseOptions",
                    "DatabaseLimits",
                    "DatabaseSettings",
                    "CheckResult",
                    "Redaction",
                    "SchemaSettings",
                    "TlsSettings"),
            inner("jdbc.questdb"),
            inner("jdbc.tdengine"),
            inner("jdbc.tdengine.driver"),
            inner("jdbc.tdengine.sql"),
            inner("jdbc.tdengine.insert"),
            inner("config.xml", "Location", "Problem", "XmlText"),
            inner("config.payload"),
            inner("config.conflict"),
            inner("status.silence", "SilenceWatch"),
            inner("status.unmapped", "UnmappedWatch"),
            inner("extension.publish"),
            inner("extension.connection"),
            inner("cli.console"),
            inner("cli.learn"),
            inner("cli.message"),
            inner("cli.option"),
            inner("cli.output"),
            inner("cli.importer"),
            inner("cli.suggest"),
            inner("cli.test"));

    @ArchTest
    static final ArchRule PACKAGES_USE_ONLY_THOSE_ABOVE = CompositeArchRule.of(
            ORDER.stream().map(ArchitectureTest::usesOnlyThoseAbove).toList());

    @ArchTest
    static final ArchRule NO_CYCLES = slices().matching(BASE + ".(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NO_CIRCLES_OF_CLASSES_IN_PIPELINE = withoutCircles("pipeline", true);

    @ArchTest
    static final ArchRule NO_CIRCLES_OF_CLASSES_IN_ROUTE = withoutCircles("route", false);

    @ArchTest
    static final ArchRule NO_CIRCLES_OF_CLASSES_IN_METRICS = withoutCircles("metrics", false);

    @ArchTest
    static final ArchRule NO_CIRCLES_OF_CLASSES_IN_BIRTHS = withoutCircles("spool.births", false);

    @ArchTest
    static final ArchRule NO_CIRCLES_OF_CLASSES_IN_CONFIG = withoutCircles("config", true);

    @ArchTest
    static final ArchRule INNER_PACKAGES_BELONG_TO_THEIR_PARENT = CompositeArchRule.of(EXPORTS.entrySet().stream()
            .map(inner -> exportsOnly(inner.getKey(), inner.getValue()))
            .toList());

    @ArchTest
    static void everyInnerPackageHasItsLineInTheTable(JavaClasses classes) {
        var inner = classes.stream()
                .map(type -> type.getPackageName().substring(BASE.length()))
                .filter(name -> name.lastIndexOf('.') > 0)
                .map(name -> name.substring(1))
                .collect(Collectors.toSet());

        assertThat(inner).containsExactlyInAnyOrderElementsOf(EXPORTS.keySet());
    }

    @ArchTest
    static void everyExportIsUsed(JavaClasses classes) {
        for (var export : EXPORTS.entrySet()) {
            var used = classes.stream()
                    .filter(type -> !isIn(type, parent(export.getKey())))
                    .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                    .map(dependency -> topLevel(dependency.getTargetClass().getBaseComponentType()))
                    .filter(type -> type.getPackageName().equals(BASE + "." + export.getKey()))
                    .map(JavaClass::getSimpleName)
                    .collect(Collectors.toSet());

            assertThat(used).as(export.getKey()).isEqualTo(export.getValue());
        }
    }

    @ArchTest
    static void noPackageHasMoreThanThirtyTypes(JavaClasses classes) {
        var types = classes.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));

        assertThat(types).allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(MAX_TYPES));
    }

    @ArchTest
    static void routesAreAskedLittle(JavaClasses classes) {
        var asked = classes.get(Route.class).getMethods().stream()
                .filter(method -> !method.getModifiers().contains(JavaModifier.STATIC))
                .map(JavaMethod::getName)
                .toList();

        assertThat(asked)
                .as("a feature is a stage of Route.rows rather than a question of the pipeline")
                .hasSizeLessThanOrEqualTo(MAX_ROUTE_METHODS);
    }

    @ArchTest
    static void keysThatClientsChooseAreComparable(JavaClasses classes) {
        var others = classes.stream()
                .flatMap(type -> type.getFields().stream())
                .filter(field -> field.getRawType().isEquivalentTo(RecentMap.class))
                .filter(field -> !isIn(field.getOwner(), "registry")) // few answers, and few look-ups in a second
                .filter(field -> field.getType() instanceof JavaParameterizedType type
                        && type.getActualTypeArguments().get(0) instanceof JavaClass key
                        && !key.isAssignableTo(Comparable.class))
                .map(JavaField::getFullName)
                .toList();

        assertThat(others)
                .as("a map searches among keys of one hash code only if they are comparable")
                .isEmpty();
    }

    @ArchTest
    static void fewKnowSparkplug(JavaClasses classes) {
        var foreign = topLevelTypes(
                classes, type -> !isSparkplug(type) && dependencies(type).anyMatch(ArchitectureTest::isSparkplug));

        assertThat(foreign).as("a feature has a room of its own").hasSizeLessThanOrEqualTo(MAX_WHO_KNOW_SPARKPLUG);
    }

    @ArchTest
    static void theMainPathKnowsNoBirths(JavaClasses classes) {
        var knowing = topLevelTypes(
                classes,
                type -> (isIn(type, "pipeline") || isIn(type, "spool.log"))
                        && (dependencies(type).anyMatch(ArchitectureTest::isSparkplug) || namesBirths(type)));

        assertThat(knowing)
                .as("lanes and their logs carry messages of any kind")
                .hasSizeLessThanOrEqualTo(MAX_ON_THE_PATH);
    }

    @ArchTest
    static final ArchRule JDBC_STAYS_IN_JDBC = only(
            List.of("jdbc"),
            List.of("java.sql..", "javax.sql..", "com.zaxxer..", "com.taosdata..", "org.postgresql.."),
            "a database is reached through the ports of pipeline; put what needs a driver into jdbc");

    @ArchTest
    static final ArchRule NETTY_STAYS_BESIDE_CONNECTIONS = only(
            List.of("jdbc", "cli"),
            List.of("io.netty.."),
            "only the driver of a database and the subscription of the command line have sockets");

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
            "metrics go through PipelineMetrics; only its adapter knows the library");

    @ArchTest
    static final ArchRule LOGBACK_STAYS_IN_STATUS = only(
            List.of("status"),
            List.of("ch.qos.logback.."),
            "what logs a warning does not know that the status shows it; use slf4j");

    @ArchTest
    static final ArchRule JACKSON_STAYS_WITH_PAYLOADS = only(
            List.of("decode", "spool", "jdbc", "registry"),
            List.of("com.fasterxml.."),
            "JSON is read by decode, written and read back by the dead letters, jdbc keeps secrets out of the"
                    + " driver's, and schema registries answer with it; hand over decoded values");

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
            .resideInAnyPackage(packages(List.of("message", "memory", "decode", "expression", "route")))
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
            .resideOutsideOfPackages(BASE + ".pipeline..", BASE + ".time..")
            .should()
            .callConstructorWhere(target(owner(assignableTo(Thread.class))))
            .because("pipeline owns the threads; implement a port that one of them calls, as the replay's source does");

    @ArchTest
    static final ArchRule LETTERS_HAVE_ONE_FORMAT = noClasses()
            .that()
            .resideInAPackage(BASE + ".spool..")
            .and()
            .haveNameNotMatching(".*\\.DeadLetter(?:Line|Fields|Json|Header)[^.]*")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.fasterxml..")
            .because("DeadLetterFields has the fields of a dead letter, for writing and for reading");

    private static ArchRule usesOnlyThoseAbove(String name) {
        var own = new ArrayList<>(ORDER.subList(0, ORDER.indexOf(name) + 1));
        return classes()
                .that()
                .resideInAPackage(BASE + "." + name + "..")
                .should()
                .onlyDependOnClassesThat(not(resideInAPackage(BASE + "..")).or(resideInAnyPackage(packages(own))))
                .because("packages stand in an order, so that each can be read without those below it");
    }

    private static Map.Entry<String, Set<String>> inner(String name, String... exports) {
        return Map.entry(name, Set.of(exports));
    }

    /** The package around an inner one: the first part of its name, and of {@code jdbc.tdengine.sql} the first two. */
    private static String parent(String inner) {
        return inner.substring(0, inner.lastIndexOf('.'));
    }

    private static ArchRule exportsOnly(String inner, Set<String> exports) {
        var hidden = JavaClass.Predicates.resideInAPackage(BASE + "." + inner)
                .and(describe(
                        "are no API of " + inner,
                        type -> !exports.contains(
                                topLevel(type.getBaseComponentType()).getSimpleName())));
        return noClasses()
                .that()
                .resideOutsideOfPackage(BASE + "." + parent(inner) + "..")
                .should()
                .dependOnClassesThat(hidden)
                .because("an inner package belongs to its parent; list in EXPORTS what others are meant to use");
    }

    private static ArchRule withoutCircles(String name, boolean hasInner) {
        return slices().assignedFrom(new TopLevelTypes(BASE + "." + name, hasInner))
                .should()
                .beFreeOfCycles()
                .because("each of these classes can be read without those that use it");
    }

    private static boolean isIn(JavaClass type, String name) {
        return type.getPackageName().equals(BASE + "." + name)
                || type.getPackageName().startsWith(BASE + "." + name + ".");
    }

    private static Set<String> topLevelTypes(JavaClasses classes, Predicate<JavaClass> predicate) {
        return classes.stream()
                .filter(predicate)
                .map(type -> topLevel(type).getName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<JavaClass> dependencies(JavaClass type) {
        return type.getDirectDependenciesFromSelf().stream().map(Dependency::getTargetClass);
    }

    private static boolean isSparkplug(JavaClass type) {
        return type.getPackageName().endsWith(".sparkplug");
    }

    private static boolean namesBirths(JavaClass type) {
        return Stream.concat(
                        Stream.of(type.getSimpleName()),
                        type.getMembers().stream().map(JavaMember::getName))
                .anyMatch(name -> name.matches(".*(?:B|\\bb)irth.*"));
    }

    private static JavaClass topLevel(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::topLevel).orElse(type);
    }

    /** Each top-level class of a package, and of its inner packages if they belong to it. */
    private record TopLevelTypes(String name, boolean hasInner) implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            var own = type.getPackageName();
            return own.equals(name) || (hasInner && own.startsWith(name))
                    ? SliceIdentifier.of(topLevel(type).getName())
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "top-level types of " + name;
        }
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
