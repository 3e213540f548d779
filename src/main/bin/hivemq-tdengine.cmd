@echo off
rem Runs the extension's command line: bin\hivemq-tdengine --help
setlocal

for %%I in ("%~dp0..") do set "HOME_FOLDER=%%~fI"
set "JAR="
for %%J in ("%HOME_FOLDER%\*.jar") do set "JAR=%%~fJ"
if not defined JAR (
    echo There is no jar in %HOME_FOLDER%; unpack the extension's zip again 1>&2
    exit /b 3
)

set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"

"%JAVA%" -Dfile.encoding=UTF-8 -Dslf4j.internal.verbosity=ERROR "-Dhivemq-tdengine.home=%HOME_FOLDER%" -Dio.netty.noUnsafe=true -XX:TieredStopAtLevel=1 ^
    -cp "%JAR%;%HOME_FOLDER%\bin\lib\*" io.github.hivemqtdengine.cli.Main %*
exit /b %ERRORLEVEL%
